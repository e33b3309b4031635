/** Why a document is no photo: in words for the caller, with what was seen for the log. */
import { InvalidImage } from '../errors.ts';

export const damaged = (detail: string): InvalidImage =>
  new InvalidImage('truncated or damaged document', undefined, detail);

/** The only portrait of a document. @throws InvalidImage none, or no telling which */
export function onlyPortrait(portraits: readonly Uint8Array[]): Uint8Array {
  const [portrait, ...others] = portraits;
  if (portrait === undefined) throw new InvalidImage('the document holds no portrait');
  if (others.length > 0)
    throw new InvalidImage(`the document holds ${portraits.length} portraits, one is expected`);
  return portrait;
}
