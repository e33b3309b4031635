/** Answers in the types of JSON, and the way from the one to the other. */
import { stringifyExact } from '../exact-json.ts';

/** A value as JSON has it: times and bytes are text, 64-bit integers numbers of any length. */
export type Wire<T> = T extends Date | Uint8Array
  ? string
  : T extends bigint
    ? number | bigint
    : T extends readonly (infer Item)[]
      ? readonly Wire<Item>[]
      : T extends object
        ? { readonly [Member in keyof T]: Wire<T[Member]> }
        : T;

/** What a function that makes an answer makes of it on the wire. */
export type AnswerOf<Make extends (...given: never[]) => unknown> = Wire<Awaited<ReturnType<Make>>>;

/** The same value with everything in it replaced that is neither a list nor a plain object. */
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
