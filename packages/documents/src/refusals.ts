/** Why a document is no photo: in words for the caller, with what was seen for the log. */

/** A document that cannot be used. Its message goes to the caller. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
  /** For the log. */
  readonly detail: string;

  constructor(message: string, detail = '') {
    super(message);
    this.detail = detail;
  }
}

export const DAMAGED = 'truncated or damaged document';

export const damaged = (detail: string) => new DocumentRefused(DAMAGED, detail);

/** The only portrait of a document. @throws DocumentRefused none, or no telling which */
export function onlyPortrait(portraits: readonly Uint8Array[]): Uint8Array {
  const [portrait, ...others] = portraits;
  if (portrait === undefined) throw new DocumentRefused('the document holds no portrait');
  if (others.length > 0)
    throw new DocumentRefused(`the document holds ${portraits.length} portraits, one is expected`);
  return portrait;
}

/** JPEG, a file of JPEG 2000, and its codestream: what documents may hold (ISO/IEC 18013-5). */
const FORMATS = ['\xff\xd8\xff', '\0\0\0\fjP  \r\n\x87\n', '\xff\x4f\xff\x51'];

/** @throws DocumentRefused the portrait is in another format */
export function onlyFormat(portrait: Uint8Array): void {
  const start = Buffer.from(portrait.subarray(0, 16)).toString('latin1');
  if (!FORMATS.some((format) => start.startsWith(format)))
    throw new DocumentRefused("the document's portrait is neither JPEG nor JPEG 2000");
}

const LONGEST = 200;

/** What is answered or logged may hold what strangers wrote. */
export const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
