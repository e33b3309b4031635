/** Knows documents by their first bytes, and has them parsed in a process of their own. */
import type { Parse, Portrait, ReadPortrait } from 'prosopon/extensions';

/** What the process reads. Members without value are absent. */
export interface DocumentTask {
  readonly file: Uint8Array;
  readonly securityObject?: Uint8Array;
  readonly at: Date;
}

/** Bytes of a document, and of a security object: several times what there is. */
const LARGEST_DOCUMENT = 8 * 1024 * 1024;
const LARGEST_SECURITY_OBJECT = 16_384;
const DG2 = 0x75;

const isDg2 = (file: Uint8Array): boolean => file[0] === DG2;
/** Map, or tag 24: CBOR that no image begins with. */
const isMdoc = (file: Uint8Array): boolean =>
  file[0]! >> 5 === 5 || (file[0] === 0xd8 && file[1] === 0x18);

export function createPortraitReader(
  parse: Parse<DocumentTask, Portrait>,
  hasIssuers: boolean,
): ReadPortrait {
  return async ({ bytes, field, securityObject, at }, work) => {
    if (securityObject !== undefined) {
      const refused = whyNotCheckable(hasIssuers, bytes, field, securityObject.length);
      if (refused !== undefined) return { refused, member: 'securityObject' };
    }
    if (!isDg2(bytes) && !isMdoc(bytes)) return undefined;
    if (bytes.length > LARGEST_DOCUMENT)
      return {
        refused: `a document of ${bytes.length} bytes; ${LARGEST_DOCUMENT} are the limit`,
      };
    return parse({ file: bytes, at, ...(securityObject && { securityObject }) }, work);
  };
}

function whyNotCheckable(hasIssuers: boolean, file: Uint8Array, field: string, length: number) {
  if (!hasIssuers) return 'this service has no certificates of issuers to check it with';
  if (!isDg2(file)) return `it goes with EF.DG2, which ${field} is not`;
  if (length > LARGEST_SECURITY_OBJECT) return `more than ${LARGEST_SECURITY_OBJECT} bytes`;
  return undefined;
}
