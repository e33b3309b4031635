/** The templates of one client as an archive for another installation, sealed by its keeper. */
import { type Static, Type } from 'typebox';
import type { Bcid } from '../bcid.ts';
import { InvalidArgument } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { currentEncoderVersion, type EncoderParts } from '../templates/encoder-version.ts';
import { BadRecord, decodeRecord, encodeRecord } from '../templates/record.ts';
import type { TemplateStore } from '../templates/store.ts';
import { type Template, TemplateCorrupted, type Thumbnail } from '../templates/template.ts';
import { linesOf, readJson } from './json-lines.ts';

export const TEMPLATES = 'templates';

type Owner = Pick<Bcid, 'storage' | 'partition'>;

/** First line of the archive. */
const Manifest = Type.Object({
  storage: Type.String(),
  partition: Type.String(),
  /** What the encoder versions of this database stand for: the numbers are local to it. */
  encoders: Type.Array(
    Type.Object({ version: Type.Integer(), name: Type.String(), fingerprint: Type.String() }),
  ),
});

/** Every other line: a class. Bytes are in base64. */
const Line = Type.Object({
  /** The record. */
  template: Type.String(),
  thumbnails: Type.Array(
    Type.Object({ featureId: Type.String(), enrolled: Type.String(), png: Type.String() }),
  ),
});

export interface ExportReport {
  readonly templates: number;
  readonly thumbnails: number;
  /** Templates and thumbnails left out, because they failed their check. */
  readonly corrupted: number;
}

const lineOf = (value: Static<typeof Manifest | typeof Line>) =>
  Buffer.from(`${JSON.stringify(value)}\n`);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/**
 * Lines of JSON. They are not encrypted: seal them.
 * @param report is filled while the archive is read
 */
export async function* packTemplates(
  database: Database,
  templates: TemplateStore,
  { storage, partition }: Owner,
  report: { -readonly [name in keyof ExportReport]: number },
): AsyncGenerator<Buffer> {
  const encoders = await database.db
    .selectFrom('encoder_versions')
    .select(['version', 'name', 'fingerprint'])
    .execute();
  yield lineOf({ storage, partition, encoders });
  for await (const batch of templates.scan({ storage, partition }))
    for (const { bcid, template } of batch) {
      if (template instanceof TemplateCorrupted) {
        report.corrupted++;
        continue;
      }
      const all = await templates.thumbnails(bcid, () => report.corrupted++);
      const thumbnails = ofFeatures(template, all).map(({ featureId, enrolled, png }) => ({
        ...{ featureId, enrolled: enrolled.toISOString(), png: base64(png) },
      }));
      yield lineOf({ template: base64(encodeRecord(template)), thumbnails });
      report.templates++;
      report.thumbnails += thumbnails.length;
    }
}

/** One of each sample. Leaves out samples that were enrolled after the template was read. */
function ofFeatures({ features }: Template, thumbnails: readonly Thumbnail[]): Thumbnail[] {
  const byId = new Map(thumbnails.map((thumbnail) => [thumbnail.featureId, thumbnail]));
  return features.flatMap(({ id }) => byId.get(id) ?? []);
}

export interface ImportReport {
  readonly imported: number;
  /** Left unchanged, because the class already has a template. */
  readonly existing: number;
}

/**
 * Stores the templates under another owner. Each class is stored whole or not at all.
 * @param replace whether to replace templates of classes that exist, also damaged ones
 * @param report is filled while the archive is read, and is the result
 * @throws InvalidArgument not such an archive
 */
export async function unpackTemplates(
  pieces: AsyncIterable<Buffer>,
  parts: EncoderParts,
  templates: Pick<TemplateStore, 'update'>,
  owner: Owner,
  replace: boolean,
  report: { -readonly [name in keyof ImportReport]: number } = { imported: 0, existing: 0 },
): Promise<ImportReport> {
  const lines = linesOf(pieces);
  const first = await lines.next();
  if (first.done) throw new InvalidArgument('the archive is empty');
  const versions = await versionsOf(parts, first.value);
  for await (const text of lines) {
    const line = readJson(Line, text, 'a line of the archive is no template');
    const template = readTemplate(Buffer.from(line.template, 'base64'));
    const thumbnails = ofFeatures(template, line.thumbnails.map(readThumbnail));
    const encoderVersion = versions.get(template.encoderVersion);
    if (encoderVersion === undefined) throw new InvalidArgument('the archive has no such encoder');
    let isWanted = true;
    const change = (current: Template | undefined, isCorrupted: boolean) => {
      isWanted = replace || (current === undefined && !isCorrupted);
      return isWanted ? { ...template, encoderVersion, thumbnails } : undefined;
    };
    const bcid = { ...owner, classId: template.bcid.classId };
    await templates.update(bcid, change, undefined, { replaceCorrupted: true });
    report[isWanted ? 'imported' : 'existing']++;
  }
  return report;
}

/** Numbers of this database for the encoder versions of the archive. */
async function versionsOf(
  parts: EncoderParts,
  manifest: string,
): Promise<ReadonlyMap<number, number>> {
  const { encoders } = readJson(Manifest, manifest, 'the archive holds no templates');
  const versions = new Map<number, number>();
  for (const encoder of encoders)
    versions.set(encoder.version, await currentEncoderVersion(parts, encoder));
  return versions;
}

function readTemplate(bytes: Buffer): Template {
  try {
    return decodeRecord(bytes);
  } catch (error) {
    if (error instanceof BadRecord) throw new InvalidArgument(`the archive: ${error.message}`);
    throw error;
  }
}

function readThumbnail(line: Static<typeof Line>['thumbnails'][number]): Thumbnail {
  const { featureId, png } = line;
  const enrolled = new Date(line.enrolled);
  if (Number.isNaN(enrolled.getTime()))
    throw new InvalidArgument('the archive holds a thumbnail without a time');
  return { featureId, enrolled, png: Buffer.from(png, 'base64') };
}
