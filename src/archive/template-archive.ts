/** The templates of one client as an archive for another installation, sealed by its keeper. */
import { type EventEmitter, once } from 'node:events';
import { extract, type Header, type Pack, pack } from 'tar-stream';
import { type Static, Type } from 'typebox';
import type { Bcid } from '../bcid.ts';
import { InvalidArgument } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { currentEncoderVersion, type EncoderParts } from '../templates/encoder-version.ts';
import { BadRecord, decodeRecord, encodeRecord } from '../templates/record.ts';
import type { TemplateStore } from '../templates/store.ts';
import { type Template, TemplateCorrupted, type Thumbnail } from '../templates/template.ts';
import { readJson } from './archive-json.ts';

export const TEMPLATES = 'templates';

type Owner = Pick<Bcid, 'storage' | 'partition'>;

/** First file of the archive. */
const Manifest = Type.Object({
  storage: Type.String(),
  partition: Type.String(),
  /** What the encoder versions of this database stand for: the numbers are local to it. */
  encoders: Type.Array(
    Type.Object({ version: Type.Integer(), name: Type.String(), fingerprint: Type.String() }),
  ),
});

export interface ExportReport {
  readonly templates: number;
  readonly thumbnails: number;
  /** Templates and thumbnails left out, because they failed their check. */
  readonly corrupted: number;
}

/**
 * A tar archive: `manifest.json`, then `<class>/template` (the record), followed by the thumbnails
 * of that class, `<class>/<time of enrolment>/<feature id>.png`. It is not encrypted: seal it.
 * @param report is filled while the archive is read
 */
export async function* packTemplates(
  database: Database,
  templates: TemplateStore,
  owner: Owner,
  report: { -readonly [name in keyof ExportReport]: number },
): AsyncGenerator<Buffer> {
  const archive = pack();
  const filling = fill(archive, database, templates, owner, report).catch((error: Error) => {
    archive.destroy(error);
  });
  for await (const piece of archive) yield piece as Buffer;
  await filling;
}

async function fill(
  archive: Pack,
  database: Database,
  templates: TemplateStore,
  { storage, partition }: Owner,
  report: { -readonly [name in keyof ExportReport]: number },
): Promise<void> {
  const encoders = await database.db
    .selectFrom('encoder_versions')
    .select(['version', 'name', 'fingerprint'])
    .execute();
  const manifest: Static<typeof Manifest> = { storage, partition, encoders };
  await add(archive, 'manifest.json', Buffer.from(JSON.stringify(manifest)));
  for await (const batch of templates.scan({ storage, partition }))
    for (const { bcid, template } of batch) {
      if (template instanceof TemplateCorrupted) {
        report.corrupted++;
        continue;
      }
      await add(archive, `${bcid.classId}/template`, encodeRecord(template));
      report.templates++;
      const thumbnails = await templates.thumbnails(bcid, () => report.corrupted++);
      for (const { featureId, enrolled, png } of ofFeatures(template, thumbnails)) {
        const name = `${bcid.classId}/${enrolled.toISOString()}/${featureId}.png`;
        await add(archive, name, Buffer.from(png));
        report.thumbnails++;
      }
    }
  archive.finalize();
}

/** Leaves out samples that were enrolled after the template was read. */
function ofFeatures({ features }: Template, thumbnails: readonly Thumbnail[]): Thumbnail[] {
  const known = new Set(features.map(({ id }) => id));
  return thumbnails.filter(({ featureId }) => known.has(featureId));
}

function add(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Bytes of a file in it, which is held in memory. */
const LARGEST_ENTRY = 64 * 1024 * 1024;

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
  let versions: ReadonlyMap<number, number> | undefined;
  let waiting: { readonly template: Template; readonly thumbnails: Thumbnail[] } | undefined;
  const store = async () => {
    if (waiting === undefined || versions === undefined) return;
    const { template, thumbnails } = waiting;
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
  };
  for await (const { name, bytes } of entriesOf(pieces)) {
    if (versions === undefined) versions = await versionsOf(parts, name, bytes);
    else if (name.endsWith('/template')) {
      await store();
      waiting = { template: readTemplate(bytes), thumbnails: [] };
    } else if (waiting !== undefined) {
      const { template, thumbnails } = waiting;
      const read = readThumbnail(name, bytes);
      // Archives of earlier versions may hold further thumbnails; ours hold one of each feature.
      const isWanted = ofFeatures(template, [read]).length > 0;
      const isKnown = thumbnails.some(({ featureId }) => featureId === read.featureId);
      if (isWanted && !isKnown) thumbnails.push(read);
    }
  }
  if (versions === undefined) throw new InvalidArgument('the archive is empty');
  await store();
  return report;
}

async function* entriesOf(pieces: AsyncIterable<Buffer>) {
  const archive = extract();
  let unread: Error | undefined;
  const feeding = (async () => {
    for await (const piece of pieces)
      if (!archive.write(piece)) await once(archive as unknown as EventEmitter, 'drain');
    archive.end(undefined);
  })().catch((error: Error) => {
    unread = error;
    archive.destroy(error);
  });
  try {
    for await (const entry of archive) {
      const { name, size = 0 } = (entry as unknown as { readonly header: Header }).header;
      if (size > LARGEST_ENTRY) throw new Error(`${name} is larger than ${LARGEST_ENTRY} bytes`);
      yield { name, bytes: Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>)) };
    }
  } catch (error) {
    // What tar-stream says of bytes that are no archive.
    throw unread === error
      ? error
      : new InvalidArgument(`the archive: ${(error as Error).message}`);
  }
  await feeding;
}

/** Numbers of this database for the encoder versions of the archive. */
async function versionsOf(
  parts: EncoderParts,
  name: string,
  bytes: Buffer,
): Promise<ReadonlyMap<number, number>> {
  if (name !== 'manifest.json') throw new InvalidArgument('the archive holds no templates');
  const text = bytes.toString('utf8');
  const { encoders } = readJson(Manifest, text, 'the archive holds no templates');
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

function readThumbnail(name: string, png: Buffer): Thumbnail {
  const [, , enrolled, featureId] = /^(\d+)\/([^/]+)\/([^/]+)\.png$/.exec(name) ?? [];
  const time = new Date(enrolled ?? '');
  if (Number.isNaN(time.getTime()) || featureId === undefined)
    throw new InvalidArgument(`the archive holds an unknown file ${name}`);
  return { featureId, enrolled: time, png };
}
