/** Runs in the confined process: reads a document, and authenticates it as far as possible. */
import type { OpenParser, Portrait } from 'prosopon/extensions';
import { type Claim, whyNotAuthentic } from './authenticate.ts';
import { isDg2, portraitOfDg2 } from './dg2.ts';
import { type IssuerFiles, issuersOf } from './issuers.ts';
import { type MdocPortrait, readMdoc } from './mdoc.ts';
import type { DocumentTask } from './portrait-reader.ts';
import { DAMAGED, DocumentRefused, onlyFormat, shortened } from './refusals.ts';

export const open: OpenParser<IssuerFiles | undefined, DocumentTask, Portrait> = (files) => {
  const issuers = files === undefined ? [] : issuersOf(files);
  return (task) => {
    let read: MdocPortrait;
    try {
      read = portraitOf(task.file);
    } catch (error) {
      if (error instanceof DocumentRefused)
        return { refused: shortened(error.message), detail: shortened(error.detail) };
      // Parsers throw what they please at bytes that are not what they say.
      return { refused: DAMAGED, detail: shortened(String(error)) };
    }
    const claim = claimOf(task, read);
    const { portrait: image } = read;
    if (issuers.length === 0 || claim === undefined)
      return { image, authentication: 'NOT_CHECKED' };
    const reason = whyNotAuthentic(claim, issuers, task.at);
    if (reason === undefined) return { image, authentication: 'VALID' };
    return { image, authentication: 'FAILED', reason: shortened(reason) };
  };
};

function portraitOf(file: Uint8Array): MdocPortrait {
  const read = isDg2(file) ? { portrait: portraitOfDg2(file) } : readMdoc(file);
  onlyFormat(read.portrait);
  return read;
}

/** A chip's by EF.SOD, an mdoc's by what it brings. */
function claimOf({ file, securityObject }: DocumentTask, { element }: MdocPortrait) {
  const claim: Claim | undefined = securityObject
    ? { dg2: file, securityObject }
    : element && { element };
  return claim;
}
