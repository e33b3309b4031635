/** Sources of an import: a folder of people, or a CSV file of class ids and images. */
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { InvalidArgument } from '../../errors.ts';
import { checkConsent, checkTags } from '../../templates/check-change.ts';
import { parseClassId } from '../arguments.ts';
import { assignClasses, readMapping, writeMapping } from './class-mapping.ts';
import { type CsvRow, readRows } from './csv-rows.ts';
import type { ImportedImage } from './import-journal.ts';
import { type LeftOut, listPeople } from './people-folder.ts';

/** Images of a person, to be enrolled one after another. */
export interface ImportedPerson {
  readonly classId: bigint;
  /** Absent: they come from a CSV file. */
  readonly folder?: string;
  readonly tags: readonly string[];
  readonly consent: string | undefined;
  /** Names in the source, and paths. */
  readonly images: readonly { readonly name: string; readonly path: string }[];
}

export interface ImportSource {
  /** Images in all. */
  readonly total: number;
  /** Rows that nobody can be enrolled from as they are. */
  readonly refused: readonly ImportedImage[];
  /** For a folder: what is in it, but not read. */
  readonly leftOut?: LeftOut;
  /** File that maps folders to classes. */
  readonly mapping?: string;
  people(): AsyncIterable<ImportedPerson>;
}

/** @throws InvalidArgument naming file and line, also later while people are read */
export async function openSource(
  path: string,
  consent?: string,
  mapping?: string,
): Promise<ImportSource> {
  const found = await stat(path).catch(() => {
    throw new InvalidArgument(`${path}: no such file or folder`);
  });
  if (found.isDirectory())
    return folderSource(path, consent, mapping ?? join(path, 'prosopon-classes.json'));
  if (mapping !== undefined) throw new InvalidArgument('--mapping: only for a folder.');
  return csvSource(path, consent);
}

async function folderSource(
  dir: string,
  consent: string | undefined,
  path: string,
): Promise<ImportSource> {
  const { people: folders, leftOut } = await listPeople(dir);
  return {
    ...{ mapping: path, leftOut, refused: [] },
    total: folders.reduce((sum, { files }) => sum + files.length, 0),
    async *people() {
      const names = folders.map(({ folder }) => folder);
      const mapping = assignClasses(names, await readMapping(path));
      // Written before the first enrolment, because a resumed run needs the same classes.
      await writeMapping(path, mapping);
      for (const { folder, files } of folders) {
        const images = files.map((file) => ({
          name: relative(dir, file).normalize('NFC'),
          path: file,
        }));
        yield { classId: mapping.get(folder)!, folder, tags: [], consent, images };
      }
    },
  };
}

/** Consecutive rows of a class are one person. Paths are relative to the file. */
async function csvSource(path: string, consent: string | undefined): Promise<ImportSource> {
  let total = 0;
  const refused: ImportedImage[] = [];
  for await (const row of readRows(path)) {
    const line = ++total + 1;
    const classId = classOf(path, line, row);
    const problem = problemOf(row);
    if (problem === undefined) continue;
    const message = `row ${line} of ${basename(path)}: ${problem}`;
    const errors = [{ errorCode: 'InvalidRow', message }];
    refused.push({ class: `${classId}`, image: row.image, enrolled: false, errors });
  }
  if (total === 0) throw new InvalidArgument(`${path}: no rows`);
  return {
    total,
    refused,
    async *people() {
      let person: ImportedPerson | undefined;
      let line = 1;
      for await (const row of readRows(path)) {
        line++;
        if (problemOf(row) !== undefined) continue;
        const next = toPerson(path, line, row, consent);
        if (person !== undefined && isSame(person, next))
          person = { ...person, images: [...person.images, ...next.images] };
        else {
          if (person !== undefined) yield person;
          person = next;
        }
      }
      if (person !== undefined) yield person;
    },
  };
}

const tagsOf = ({ tags = '' }: CsvRow): readonly string[] =>
  tags
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** What the service would refuse of the row, whatever its image shows. */
function problemOf(row: CsvRow): string | undefined {
  try {
    checkTags(tagsOf(row));
    if (row.consent) checkConsent(row.consent);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidArgument) return error.message;
    throw error;
  }
}

function toPerson(
  path: string,
  line: number,
  row: CsvRow,
  consent: string | undefined,
): ImportedPerson {
  return {
    classId: classOf(path, line, row),
    tags: tagsOf(row),
    consent: row.consent || consent,
    images: [
      { name: row.image, path: isAbsolute(row.image) ? row.image : join(dirname(path), row.image) },
    ],
  };
}

function classOf(path: string, line: number, row: CsvRow): bigint {
  try {
    return parseClassId(row.class);
  } catch {
    throw new InvalidArgument(`${path}, row ${line}: "${row.class}" is not a 64-bit class id`);
  }
}

function isSame(person: ImportedPerson, next: ImportedPerson): boolean {
  return (
    person.classId === next.classId &&
    person.consent === next.consent &&
    person.tags.join(';') === next.tags.join(';')
  );
}
