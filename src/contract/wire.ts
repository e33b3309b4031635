/** Answers in JSON's types, and the conversion to them. */
import { stringifyExact } from '../text/exact-json.ts';

/** A value as JSON: times and bytes are text, 64-bit integers are numbers of any length. */
export type Wire<T> = T extends Date | Uint8Array
  ? string
  : T extends bigint
    ? number | bigint
    : T extends readonly (infer Item)[]
      ? readonly Wire<Item>[]
      : T extends object
        ? { readonly [Member in keyof T]: Wire<T[Member]> }
        : T;

/** The JSON form of what an answer function returns. */
export type AnswerOf<Make extends (...given: never[]) => unknown> = Wire<Awaited<ReturnType<Make>>>;

/** The same value with each leaf replaced: everything but lists and plain objects. */
export function mapLeaves(value: unknown, replace: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, replace));
  if (typeof value !== 'object' || value === null) return replace(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return replace(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapLeaves(member, replace)]),
  );
}

/** JSON text of an answer: exact, with bytes as base64. */
export const stringifyAnswer = (answer: unknown): string =>
  stringifyExact(mapLeaves(answer, textOfBytes));

/** Bytes as base64, anything else as it is. */
export function textOfBytes(leaf: unknown): unknown {
  if (!(leaf instanceof Uint8Array)) return leaf;
  return Buffer.from(leaf.buffer, leaf.byteOffset, leaf.byteLength).toString('base64');
}
