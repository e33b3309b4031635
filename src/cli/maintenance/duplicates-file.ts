/** The file of a search for duplicates, from which an interrupted one continues. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { InvalidArgument } from '../../errors.ts';
import type { DuplicatePair } from '../../operations/search/find-duplicates.ts';
import { parseExact, stringifyExact } from '../../text/exact-json.ts';
import { replaceFile, unreadable } from '../files.ts';

export interface DuplicatesFile {
  /** What is looked for. */
  readonly search: {
    readonly client: string;
    readonly partition: string;
    readonly encoderVersion: number;
    /** Null: as searches identify. */
    readonly falseMatchRate: number | null;
  };
  readonly finished: boolean;
  /** Classes up to this id have been searched for. Null: none. */
  upTo: bigint | null;
  classes: number;
  leftOut: number;
  readonly pairs: DuplicatePair[];
}

/** Every file begins so. */
const BEGINNING = '{"search":';

/**
 * The search in the file, or a new one if there is none or it is finished.
 * @throws InvalidArgument the file holds another search, or something else
 */
export async function readUnfinished(
  path: string,
  search: DuplicatesFile['search'],
): Promise<DuplicatesFile> {
  const anew = { search, finished: false, upTo: null, classes: 0, leftOut: 0, pairs: [] };
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw unreadable(path, error);
  });
  if (text === undefined) return anew;
  if (!text.startsWith(BEGINNING))
    throw new InvalidArgument(`${path}: not a file of "prosopon duplicates"; name another --file.`);
  const kept = parseExact(text) as DuplicatesFile;
  if (kept.finished) return anew;
  if (!isDeepStrictEqual(kept.search, search))
    throw new InvalidArgument(
      `${path} holds an unfinished search with other options: name another --file, or delete it.`,
    );
  const exact = ({ classIds: [p, q], score }: DuplicatePair): DuplicatePair => ({
    classIds: [BigInt(p), BigInt(q)],
    score,
  });
  return { ...kept, upTo: kept.upTo && BigInt(kept.upTo), pairs: kept.pairs.map(exact) };
}

/** For its owner only: the pairs are personal data. */
export const keepFound = (path: string, found: DuplicatesFile): Promise<void> =>
  replaceFile(path, stringifyExact(found), 0o600);
