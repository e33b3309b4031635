/** The folder with certificates of issuers that the operator trusts: CSCA and IACA. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IssuerFiles, issuersOf, type NamedFile } from './issuers.ts';

const LISTS = /\.crl$/i;
const NAMES = /\.(pem|crt|cer|der)$/i;
const VARIABLE = 'PROSOPON_DOCUMENTS_ISSUERS';

/** @throws Error a file cannot be read, no certificate is there, or one that is none */
export async function readIssuerFiles(folder: string): Promise<IssuerFiles> {
  const names = (await readdir(folder).catch(unreadable(folder))).sort();
  const read = (wanted: RegExp): Promise<NamedFile[]> =>
    Promise.all(
      names
        .filter((name) => wanted.test(name))
        .map(async (name) => {
          const path = join(folder, name);
          return { path, bytes: await readFile(path).catch(unreadable(path)) };
        }),
    );
  const files = { certificates: await read(NAMES), lists: await read(LISTS) };
  if (files.certificates.length === 0)
    throw new Error(`${VARIABLE}=${folder}: no certificate in it`);
  try {
    issuersOf(files);
  } catch (cause) {
    throw new Error(`${VARIABLE}: ${(cause as Error).message}`, { cause });
  }
  return files;
}

const unreadable = (path: string) => (cause: Error) => {
  throw new Error(`${VARIABLE}: ${path} cannot be read: ${cause.message}`, { cause });
};
