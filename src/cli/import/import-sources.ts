/** Sources of an import: a folder of people, or a CSV file of class ids and images. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { CsvError, parse } from 'csv-parse';
import { InvalidArgument } from '../../errors.ts';
import { parseClassId } from '../arguments.ts';
import { unreadable } from '../files.ts';
import { assignClasses, readMapping, writeMapping } from './class-mapping.ts';
import { listPeople } from './people-folder.ts';

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
  const folders = await listPeople(dir);
  return {
    mapping: path,
    total: folders.reduce((sum, { files }) => sum + files.length, 0),
    async *people() {
      const names = folders.map(({ folder }) => folder);
      const mapping = assignClasses(names, await readMapping(path));
      // Written before the first enrolment, because a resumed run needs the same classes.
      await writeMapping(path, mapping);
      for (const { folder, files } of folders) {
        const images = files.map((file) => ({ name: relative(dir, file), path: file }));
        yield { classId: mapping.get(folder)!, folder, tags: [], consent, images };
      }
    },
  };
}

interface CsvRow {
  readonly class: string;
  readonly image: string;
  readonly tags?: string;
  readonly consent?: string;
}

const COLUMNS = new Set(['class', 'image', 'tags', 'consent']);

/** Consecutive rows of a class are one person. Paths are relative to the file. */
async function csvSource(path: string, consent: string | undefined): Promise<ImportSource> {
  let total = 0;
  for await (const row of csvRows(path)) {
    if (total === 0) checkColumns(path, row);
    total++;
  }
  if (total === 0) throw new InvalidArgument(`${path}: no rows`);
  return {
    total,
    async *people() {
      let person: ImportedPerson | undefined;
      let line = 1;
      for await (const row of csvRows(path)) {
        const next = toPerson(path, ++line, row, consent);
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

/** Characters of a row. */
const LONGEST_ROW = 100_000;

async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  const options = {
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    record_delimiter: ['\n', '\r\n'],
  };
  const rows = createReadStream(path).compose(parse(options));
  try {
    for await (const row of rows) yield row as CsvRow;
  } catch (error) {
    if (error instanceof CsvError) throw new InvalidArgument(`${path}: ${error.message}`);
    throw unreadable(path, error);
  }
}

function checkColumns(path: string, row: CsvRow): void {
  const names = Object.keys(row);
  const unknown = names.filter((name) => !COLUMNS.has(name));
  if (unknown.length > 0 || !names.includes('class') || !names.includes('image'))
    throw new InvalidArgument(
      `${path}: expected the columns class and image, and optionally tags and consent`,
    );
}

function toPerson(
  path: string,
  line: number,
  row: CsvRow,
  consent: string | undefined,
): ImportedPerson {
  const tags = (row.tags ?? '').split(';').map((tag) => tag.trim());
  return {
    classId: classOf(path, line, row),
    tags: tags.filter((tag) => tag !== ''),
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
