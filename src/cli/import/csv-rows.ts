/** Rows of a CSV file of people, read as a stream, in UTF-8 only. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { InvalidArgument } from '../../errors.ts';
import { unreadable } from '../files.ts';

export interface CsvRow {
  readonly class: string;
  readonly image: string;
  readonly tags?: string;
  readonly consent?: string;
}

const COLUMNS = new Set(['class', 'image', 'tags', 'consent']);

/** Spreadsheets write the one or the other, by their language. */
const DELIMITERS = [',', ';', '\t'] as const;

/** Characters of a row. */
const LONGEST_ROW = 100_000;

/** @throws InvalidArgument naming the file, and the line that is no UTF-8 */
export async function* readRows(path: string): AsyncGenerator<CsvRow> {
  const texts = readTexts(path);
  const first = await texts.next().catch((error: unknown) => {
    throw reasonOf(path, error);
  });
  if (first.done) return;
  const parser = parse({
    columns: true,
    bom: true,
    trim: true,
    delimiter: delimiterOf(first.value),
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    record_delimiter: ['\n', '\r\n'],
  });
  const all = async function* () {
    yield first.value;
    yield* texts;
  };
  const fed = pipeline(Readable.from(all()), parser).catch(() => undefined);
  let begun = false;
  try {
    for await (const row of parser) {
      if (!begun) checkColumns(path, row);
      begun = true;
      yield row as CsvRow;
    }
  } catch (error) {
    throw reasonOf(path, error);
  } finally {
    // Whoever takes the rows may stop before their end.
    parser.destroy();
    await fed;
  }
}

function reasonOf(path: string, error: unknown): unknown {
  if (error instanceof InvalidArgument) return error;
  if (error instanceof CsvError) return new InvalidArgument(`${path}: ${error.message}`);
  return unreadable(path, error);
}

function checkColumns(path: string, row: object): void {
  const names = Object.keys(row);
  const unknown = names.filter((name) => !COLUMNS.has(name));
  if (unknown.length > 0 || !names.includes('class') || !names.includes('image'))
    throw new InvalidArgument(
      `${path}: expected the columns class and image, and optionally tags and consent, ` +
        `separated by comma, semicolon or tab; found ${names.join(' | ')}`,
    );
}

function delimiterOf(text: string): string {
  const [heading = ''] = text.split('\n', 1);
  const number = (delimiter: string) => heading.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (number(next) > number(best) ? next : best));
}

/** @throws InvalidArgument the file is in another encoding, which would store wrong names */
async function* readTexts(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (line === 1 && /^(\xff\xfe|\xfe\xff)/.test(chunk.toString('latin1', 0, 2)))
      throw new InvalidArgument(`${path}: in UTF-16. ${AS_UTF8}`);
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw notUtf8(path, line + badLine(chunk));
    }
    yield text;
    line += chunk.filter((byte) => byte === NEWLINE).length;
  }
  try {
    decoder.decode();
  } catch {
    throw notUtf8(path, line);
  }
}

const NEWLINE = 0x0a;
const AS_UTF8 =
  'Save it as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8 (-f names its encoding).';

const notUtf8 = (path: string, line: number) =>
  new InvalidArgument(
    `${path}, row ${line}: not in UTF-8; it looks like Windows-1252 or Latin-1. ${AS_UTF8}`,
  );

/** Lines before the first one that is no UTF-8. The chunk may begin and end within a character. */
function badLine(chunk: Buffer): number {
  const lines = chunk.toString('latin1').split('\n');
  const found = lines.findIndex((text, index) => {
    if (index === 0) return false;
    const stream = index === lines.length - 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'), { stream });
      return false;
    } catch {
      return true;
    }
  });
  return Math.max(0, found);
}
