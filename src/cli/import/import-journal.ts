/** Records the progress of an import, by lines, so that it can stop and resume. */

import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { InvalidArgument } from '../../errors.ts';
import type { Refusal } from '../faces/faces.ts';

export interface ImportedImage {
  readonly class: string;
  readonly image: string;
  readonly enrolled: boolean;
  readonly errors: readonly Refusal[];
}

interface Person {
  readonly classId: bigint;
}

/** Without an image: the import began with that person. */
type Line =
  | ImportedImage
  | (Pick<ImportedImage, 'class'> & {
      readonly image?: never;
      /** The class had no template before. */
      readonly isNew?: boolean;
    });

const keyOf = (classId: bigint | string, image: string) => `${classId}\t${image}`;

/** @throws InvalidArgument the file is something else */
export async function openJournal(path: string) {
  const entries = new Map<string, ImportedImage>();
  const begun = new Set<string>();
  const made = new Set<string>();
  const remember = (line: Line) => {
    begun.add(line.class);
    if (line.image === undefined && line.isNew) made.add(line.class);
    if (line.image !== undefined) entries.set(keyOf(line.class, line.image), line);
  };
  (await readLines(path)).forEach(remember);
  const file = await open(path, 'a+', 0o600);
  await endLastLine(file);
  const write = async (line: Line) => {
    remember(line);
    await file.appendFile(`${JSON.stringify(line)}\n`);
  };
  const hasBegun = ({ classId }: Person) => begun.has(`${classId}`);
  return {
    /** Whether a template of the person may come from this import. */
    hasBegun,
    /** Call before the first enrolment: if the import is killed then, no image has its line yet. */
    async begin(person: Person, isNew: boolean) {
      if (!hasBegun(person)) await write({ class: `${person.classId}`, isNew });
    },
    /** Whether the template of the person, if there is one, comes from this import alone. */
    hasMade: ({ classId }: Person) => made.has(`${classId}`),
    /** The last line about that image. */
    find: ({ classId }: Person, image: string) => entries.get(keyOf(classId, image)),
    write: (entry: ImportedImage) => write(entry),
    /** The last line of every image that was not enrolled. */
    refused: () => [...entries.values()].filter(({ enrolled }) => !enrolled),
    close: () => file.close(),
  };
}

async function readLines(path: string): Promise<Line[]> {
  const lines: Line[] = [];
  if (!existsSync(path)) return lines;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line = parseLine(text);
    if (line !== undefined) lines.push(line);
    else if (!isCutOff(text)) throw new InvalidArgument(`${path}: not a journal of an import`);
  }
  return lines;
}

function parseLine(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    return typeof line?.class === 'string' && ['string', 'undefined'].includes(typeof line.image)
      ? (line as Line)
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
