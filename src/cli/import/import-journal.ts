/** What an import has done so far, one line an image, so that it can be stopped and go on. */

import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Refusal } from '../faces/faces.ts';

export interface ImportedImage {
  readonly class: string;
  readonly image: string;
  readonly enrolled: boolean;
  readonly errors: readonly Refusal[];
}

const keyOf = (classId: bigint | string, image: string) => `${classId}\t${image}`;

/** @param path absent: it is forgotten with the process */
export async function openJournal(path: string | undefined) {
  const known = path === undefined ? [] : await readEntries(path);
  const entries = new Map(known.map((entry) => [keyOf(entry.class, entry.image), entry]));
  const file = path === undefined ? undefined : await open(path, 'a+', 0o600);
  await (file && endLastLine(file));
  return {
    /** The last line about that image. */
    find: (classId: bigint, image: string) => entries.get(keyOf(classId, image)),
    async write(entry: ImportedImage) {
      entries.set(keyOf(entry.class, entry.image), entry);
      await file?.appendFile(`${JSON.stringify(entry)}\n`);
    },
    /** The last line of every image that was not enrolled. */
    refused: () => [...entries.values()].filter(({ enrolled }) => !enrolled),
    close: async () => file?.close(),
  };
}

/** A line that was cut off when the import was killed is no line. */
async function readEntries(path: string): Promise<ImportedImage[]> {
  const entries: ImportedImage[] = [];
  if (!existsSync(path)) return entries;
  for await (const line of createInterface({ input: createReadStream(path) }))
    try {
      entries.push(JSON.parse(line) as ImportedImage);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  return entries;
}

async function endLastLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer[0] !== 0x0a) await file.appendFile('\n');
}
