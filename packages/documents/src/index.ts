/** Reads documents in place of reference photos, and images in JPEG 2000. */
import type { Extension } from 'prosopon/extensions';
import { readIssuerFiles } from './issuer-files.ts';
import { createPortraitReader } from './portrait-reader.ts';

const extension: Extension = {
  variables: {
    PROSOPON_DOCUMENTS_ISSUERS:
      'folder of CSCA and IACA certificates, which documents are authenticated with',
  },
  decoders: [new URL('./jpeg2000/decode-jpeg2000.ts', import.meta.url)],
  async start({ settings, parser }) {
    const { PROSOPON_DOCUMENTS_ISSUERS: folder } = settings;
    const issuers = folder === undefined ? undefined : await readIssuerFiles(folder);
    const parse = parser(new URL('./document-parser.ts', import.meta.url), issuers);
    return { readPortrait: createPortraitReader(parse as never, issuers !== undefined) };
  },
};

export default extension;
