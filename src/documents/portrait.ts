/** The portrait of a document, whichever it is; known by its first bytes. */
import { isDg2, portraitOfDg2 } from './dg2.ts';
import type { MdocPortrait } from './mdoc.ts';

/** Map, or tag 24: CBOR that no image begins with. */
const isMdoc = (file: Uint8Array): boolean =>
  file[0]! >> 5 === 5 || (file[0] === 0xd8 && file[1] === 0x18);

/** Undefined: the file is no document. @throws InvalidImage damaged, none or several portraits */
export async function readPortrait(file: Uint8Array): Promise<MdocPortrait | undefined> {
  if (isDg2(file)) return { portrait: portraitOfDg2(file) };
  if (!isMdoc(file)) return undefined;
  const { readMdoc } = await import('./mdoc.ts');
  return readMdoc(file);
}
