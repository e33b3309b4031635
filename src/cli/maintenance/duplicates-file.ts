/** Keeps what a search for duplicates has found, batch by batch, so that it can be continued. */
import { type FileHandle, open } from 'node:fs/promises';
import { InvalidArgument } from '../../errors.ts';
import type { DuplicateBatch, DuplicatePair } from '../../operations/search/find-duplicates.ts';
import { parseExact, stringifyExact } from '../../text/exact-json.ts';

/** What is looked for: the first line. */
export interface SearchedFor {
  readonly client: string;
  readonly partition: string;
  readonly encoderVersion: number;
  /** Null: as searches identify. */
  readonly falseMatchRate: number | null;
}

/** The last line. */
interface Finished {
  readonly finished: Date;
}

/**
 * Continues the search in the file, or begins one if there is none or it is finished.
 * @throws InvalidArgument the file holds another search, or something else
 */
export async function openDuplicatesFile(path: string, wanted: SearchedFor) {
  const file = await open(path, 'a+', 0o600);
  const pairs = new Map<string, DuplicatePair>();
  const done = { upTo: undefined as bigint | undefined, classes: 0, leftOut: 0 };
  const take = ({ upTo, classes, leftOut, pairs: found }: DuplicateBatch) => {
    done.upTo = BigInt(upTo);
    done.classes += classes;
    done.leftOut += leftOut;
    for (const pair of found) pairs.set(pair.classIds.join(' '), pair);
  };
  const write = (line: SearchedFor | DuplicateBatch | Finished) =>
    file.appendFile(`${stringifyExact(line)}\n`);
  try {
    const kept = await readUnfinished(path, file, wanted);
    if (kept === undefined) await write(wanted);
    kept?.forEach(take);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    done,
    pairs,
    async add(batch: DuplicateBatch) {
      take(batch);
      await write(batch);
    },
    finish: () => write({ finished: new Date() }),
    close: () => file.close(),
  };
}

/** Every file begins so. */
const BEGINNING = '{"client":';

/** The batches, without one that a kill cut off. Undefined: the search has to begin. */
async function readUnfinished(
  path: string,
  file: FileHandle,
  wanted: SearchedFor,
): Promise<readonly DuplicateBatch[] | undefined> {
  const text = await file.readFile('utf8');
  if (!text.startsWith(BEGINNING.slice(0, text.length)))
    throw new InvalidArgument(`${path}: not a file of "prosopon duplicates"; name another --file.`);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [search, ...lines] = whole.split('\n').slice(0, -1);
  const batches = lines.map((line) => parseExact(line) as DuplicateBatch | Finished);
  if (search === undefined || batches.some((line) => 'finished' in line)) {
    await file.truncate();
    return undefined;
  }
  if (search !== stringifyExact(wanted))
    throw new InvalidArgument(
      `${path} holds an unfinished search with other options: name another --file, or delete it.`,
    );
  await file.truncate(Buffer.byteLength(whole));
  return batches as DuplicateBatch[];
}
