/** Lines of JSON inside of archives, held to their form: who seals a file need not be who wrote it. */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { InvalidArgument } from '../errors.ts';

/** @param refusal what the file is not @throws InvalidArgument */
export function readJson<T extends TSchema>(schema: T, text: string, refusal: string): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidArgument(refusal);
  }
  if (Value.Check(schema, value)) return value;
  throw new InvalidArgument(refusal);
}

/** Bytes of a line: one with images as base64 fits. */
const LONGEST_LINE = 256 * 1024 * 1024;

/** @throws InvalidArgument one is too long, or the last has no end */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      held.push(piece.subarray(from, end));
      yield Buffer.concat(held).toString('utf8');
      held = [];
      length = 0;
      from = end + 1;
    }
    length += piece.length - from;
    if (length > LONGEST_LINE) throw new InvalidArgument('a line of the archive is too long');
    held.push(piece.subarray(from));
  }
  if (held.some(({ length }) => length > 0)) throw new InvalidArgument('the archive ends too soon');
}
