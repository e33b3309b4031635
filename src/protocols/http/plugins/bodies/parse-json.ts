/** Parses the bytes of a body, and decodes its files, in steps that let other work run. */
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import type { RequestShape } from '../../../../contract/requests.ts';
import { InvalidArgument } from '../../../../errors.ts';
import { freeBytes } from '../../../../memory.ts';
import { readBase64 } from '../../../../text/base64.ts';

/** Bytes above which a step has a turn of its own. */
export const LARGE = 64 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

type Members = Record<string, unknown>;

/**
 * @returns undefined for an empty body; the schema decides whether a body is required
 * @throws InvalidArgument not UTF-8, not JSON
 */
export async function parseJson(pieces: readonly Buffer[]): Promise<unknown> {
  const bytes = Buffer.concat(pieces);
  const isLarge = bytes.length > LARGE;
  pieces.forEach(freeBytes);
  if (bytes.length === 0) return undefined;
  if (isLarge) await nextTurn();
  if (!isUtf8(bytes)) throw new InvalidArgument('body: not UTF-8');
  const text = bytes.toString('utf8', bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  freeBytes(bytes);
  if (isLarge) await nextTurn();
  const value = parsed(text);
  // Validation has a turn of its own.
  if (isLarge) await nextTurn();
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgument('body: not JSON');
  }
}

/**
 * Puts the bytes of large files in place of their base64, so that the text is garbage before the
 * call waits for its turn. What is no base64 stays, and is refused by name when it is read.
 */
export async function decodeFiles(schema: TSchema, body: unknown): Promise<void> {
  for (const [holder, key, text] of filesIn(schema, { body }, 'body')) {
    const file = text.length > LARGE ? readBase64(text) : undefined;
    if (file === undefined) continue;
    holder[key] = file;
    await nextTurn();
  }
}

/** Texts that the schema says are files, and where they are. */
function* filesIn(
  schema: TSchema,
  holder: Members,
  key: string,
): Generator<readonly [holder: Members, key: string, text: string]> {
  const { contentEncoding, properties = {}, items, anyOf = [] } = schema as RequestShape;
  for (const either of anyOf) yield* filesIn(either, holder, key);
  const value = holder[key];
  if (typeof value === 'string') {
    if (contentEncoding !== undefined) yield [holder, key, value];
  } else if (Array.isArray(value)) {
    const list = value as unknown[] & Members;
    if (items !== undefined) for (const i of list.keys()) yield* filesIn(items, list, `${i}`);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(properties))
      if (Object.hasOwn(value, name)) yield* filesIn(member, value as Members, name);
}
