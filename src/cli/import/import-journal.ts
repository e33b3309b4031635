/** Records the progress of an import, a line per image, so that it can stop and resume. */

import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { InvalidArgument } from '../../errors.ts';
import type { Refusal } from '../faces/faces.ts';
import type { ImportedPerson } from './import-sources.ts';

export interface ImportedImage {
  readonly class: string;
  readonly image: string;
  readonly enrolled: boolean;
  readonly errors: readonly Refusal[];
}

const keyOf = (classId: bigint | string, image: string) => `${classId}\t${image}`;

/** @param path absent: kept in memory @throws InvalidArgument the file is something else */
export async function openJournal(path: string | undefined) {
  const entries = new Map<string, ImportedImage>();
  const remember = (entry: ImportedImage) =>
    void entries.set(keyOf(entry.class, entry.image), entry);
  const known = path === undefined ? [] : await readEntries(path);
  known.forEach(remember);
  const file = path === undefined ? undefined : await open(path, 'a+', 0o600);
  await (file && endLastLine(file));
  return {
    /** The last line about that image. */
    find: ({ classId }: Pick<ImportedPerson, 'classId'>, image: string) =>
      entries.get(keyOf(classId, image)),
    async write(entry: ImportedImage) {
      remember(entry);
      await file?.appendFile(`${JSON.stringify(entry)}\n`);
    },
    /** The last line of every image that was not enrolled. */
    refused: () => [...entries.values()].filter(({ enrolled }) => !enrolled),
    close: async () => file?.close(),
  };
}

async function readEntries(path: string): Promise<ImportedImage[]> {
  const entries: ImportedImage[] = [];
  if (!existsSync(path)) return entries;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const entry = parseEntry(line);
    if (entry !== undefined) entries.push(entry);
    else if (!isCutOff(line)) throw new InvalidArgument(`${path}: not a journal of an import`);
  }
  return entries;
}

function parseEntry(line: string): ImportedImage | undefined {
  try {
    const entry = JSON.parse(line) as Partial<ImportedImage> | null;
    return typeof entry?.class === 'string' && typeof entry.image === 'string'
      ? (entry as ImportedImage)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The beginning of every line. */
const BEGINNING = '{"class":"';

/** Every killed import may have left such a line; the next import continued below it. */
const isCutOff = (line: string): boolean => BEGINNING.startsWith(line.slice(0, BEGINNING.length));

async function endLastLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer[0] !== 0x0a) await file.appendFile('\n');
}
