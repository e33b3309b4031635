/** Parses the bytes of a body. Decodes its files directly, so that they never become text. */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import type { RequestShape } from '../../../../contract/requests.ts';
import { InvalidArgument } from '../../../../errors.ts';
import { freeBytes } from '../../../../memory.ts';
import { decodeFile } from './decode-file.ts';
import type { LongString } from './structure-scanner.ts';

/** A member or item that stands for a file, and the file. */
export interface FilePlace {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** Stands there until the body is found valid. */
  readonly text: string;
  readonly file: Buffer;
}

export interface ParsedBody {
  /** Undefined for an empty body. The schema decides whether a body is required. */
  readonly value: unknown;
  readonly files: readonly FilePlace[];
}

/** Bytes of a body above which parsing pauses between its steps, to let other work run. */
const LARGE = 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * @param strings long strings in the pieces
 * @param schema of the body, which says where files are
 * @throws InvalidArgument not UTF-8, not JSON
 */
export async function parseJson(
  pieces: readonly Buffer[],
  strings: readonly LongString[],
  schema: TSchema | undefined,
): Promise<ParsedBody> {
  const parsed =
    schema !== undefined && strings.length > 0
      ? await parseAroundFiles(pieces, strings, schema)
      : undefined;
  if (parsed !== undefined) {
    pieces.forEach(freeBytes);
    return parsed;
  }
  const bytes = Buffer.concat(pieces);
  pieces.forEach(freeBytes);
  return { value: await parseText(bytes), files: [] };
}

/** Replaces the text by the file. */
export function putFile({ holder, key, text, file }: FilePlace): void {
  if (holder[key] === text) holder[key] = file;
}

/** Undefined: a long string is no base64, or no file belongs there; or it is no JSON. */
async function parseAroundFiles(
  pieces: readonly Buffer[],
  strings: readonly LongString[],
  schema: TSchema,
): Promise<ParsedBody | undefined> {
  // Random, so that no caller can have sent it.
  const mark = randomUUID();
  const next = inOrder(pieces);
  const around: Buffer[] = [];
  const encoded = new Map<string, readonly Buffer[]>();
  for (const { from, to } of strings) {
    const text = `${mark} ${encoded.size}`;
    around.push(...next(from), Buffer.from(text));
    encoded.set(text, next(to));
  }
  around.push(...next(Number.POSITIVE_INFINITY));
  const body = await parseText(Buffer.concat(around)).catch(() => undefined);
  const root = { body };
  const files = new Map<string, FilePlace>();
  for (const { holder, key } of placesOfFiles(schema, root, 'body')) {
    const text = holder[key] as string;
    const found = encoded.get(text);
    if (found === undefined || files.has(text)) continue;
    if (files.size > 0) await nextTurn();
    const file = decodeFile(found);
    if (file === undefined) return undefined;
    files.set(text, { holder, key, text, file });
  }
  return files.size < strings.length ? undefined : { value: root.body, files: [...files.values()] };
}

/** Returns the part between the end of the previous call and `end`, in pieces. */
function inOrder(pieces: readonly Buffer[]): (end: number) => Buffer[] {
  let index = 0;
  let at = 0;
  let passed = 0;
  return (end) => {
    const taken: Buffer[] = [];
    for (let piece = pieces[index]; piece !== undefined; piece = pieces[index]) {
      const stop = Math.min(piece.length, end - passed);
      if (stop > at) taken.push(piece.subarray(at, stop));
      at = stop;
      if (stop < piece.length) break;
      passed += piece.length;
      at = 0;
      index++;
    }
    return taken;
  };
}

/** Places with a file in the schema and a text in the value. */
function* placesOfFiles(
  schema: TSchema,
  holder: Record<string, unknown>,
  key: string,
): Generator<Pick<FilePlace, 'holder' | 'key'>> {
  const { contentEncoding, properties = {}, items, anyOf = [] } = schema as RequestShape;
  for (const either of anyOf) yield* placesOfFiles(either, holder, key);
  const value = holder[key];
  if (typeof value === 'string') {
    if (contentEncoding !== undefined) yield { holder, key };
  } else if (Array.isArray(value)) {
    const list = value as unknown[] & Record<string, unknown>;
    if (items !== undefined) for (const i of list.keys()) yield* placesOfFiles(items, list, `${i}`);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(properties))
      if (Object.hasOwn(value, name))
        yield* placesOfFiles(member, value as Record<string, unknown>, name);
}

async function parseText(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  if (bytes.length > LARGE) await nextTurn();
  if (!isUtf8(bytes)) throw new InvalidArgument('body: not UTF-8');
  const text = bytes.toString('utf8', bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  freeBytes(bytes);
  if (text.length > LARGE) await nextTurn();
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgument('body: not JSON');
  }
}
