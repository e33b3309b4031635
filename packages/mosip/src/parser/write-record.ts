/** Writes records of answers: as JSON, or as CBEFF XML where the sample came as such. */
import { type Bir, listOfBytes } from './biometric-record.ts';
import { writeCbeff } from './cbeff/write-cbeff.ts';
import { withImage } from './face-record.ts';
import type { Members } from './members.ts';

/** A new data block of a segment. */
export interface NewBlock {
  readonly field: string;
  readonly block: Uint8Array;
  /** The image to put into the block, which is a record. */
  readonly image?: {
    readonly bytes: Uint8Array;
    readonly width: number;
    readonly height: number;
    readonly format: 'jpeg' | 'png';
  };
}

export interface WriteTask {
  /** As `readCall` returned it. */
  readonly record: string;
  readonly inXml: boolean;
  /** One per segment. */
  readonly blocks: readonly NewBlock[];
  /** The blocks are sealed templates. */
  readonly sealed: boolean;
  readonly consent?: string;
}

/** In JSON. */
export function writeRecord({ record, inXml, blocks, sealed, consent }: WriteTask): string {
  const { segments, ...about } = JSON.parse(record) as Members & { readonly segments: Bir[] };
  const written = segments.map((bir, i) => {
    const { block, image, field } = blocks[i]!;
    const bdb = listOfBytes(image === undefined ? block : withImage(block, field, image));
    // The signature is over the block that was.
    const changed = { ...bir, bdb, sb: null, sbInfo: null };
    return sealed ? templateRecord(changed, consent) : changed;
  });
  return textOfRecord({ ...about, segments: written }, inXml);
}

export function textOfRecord(record: Members, inXml: boolean): string {
  if (!inXml) return JSON.stringify(record);
  return JSON.stringify(Buffer.from(writeCbeff(record)).toString('base64'));
}

/** Drops all copies of the image. Keeps the reference to a consent. */
const templateRecord = (bir: Members, consent: string | undefined): Members => ({
  ...bir,
  ...(consent !== undefined && { others: { ...(bir.others as object), consent } }),
  birInfo: { ...(bir.birInfo as object), payload: null },
  bdbInfo: {
    ...(bir.bdbInfo as object),
    // A number, as ISO/IEC 19785-1 has it: the version of the service's sealed templates.
    format: { organization: 'Prosopon', type: '1' },
    encryption: true,
    level: 'PROCESSED',
  },
});
