/** Mutates input as byte fuzzers do, with a repeatable generator. */

export type Random = () => number;

/** 0..1, always the same for the same number. G. Marsaglia: Xorshift RNGs (2003). */
export function randomFrom(number: number): Random {
  let state = (Math.imul(number + 1, 0x9e3779b1) | 1) >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

/** Numbers at limits, where parsers fail. */
const NUMBERS = [
  0,
  1,
  0x7f,
  0x80,
  0xff,
  0x7fff,
  0x8000,
  0xffff,
  0x7fffffff,
  0x80000000,
  2 ** 32 - 1,
];
/** Longest case in bytes. */
export const LONGEST = 65_536;

type Mutation = (input: Buffer, random: Random, others: Others) => Buffer;

interface Others {
  readonly words: readonly Buffer[];
  readonly corpus: readonly Uint8Array[];
}

const below = (random: Random, limit: number) => Math.floor(random() * limit);
const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[below(random, list.length)];

/** `piece` in place of `removed` bytes at `at`. */
const spliced = (input: Buffer, at: number, removed: number, piece: Uint8Array): Buffer =>
  Buffer.concat([input.subarray(0, at), piece, input.subarray(at + removed)]);

/** A part of the input, usually short. */
function part(input: Uint8Array, random: Random): Uint8Array {
  const at = below(random, input.length + 1);
  const length = below(random, random() < 0.8 ? 16 : input.length - at + 1);
  return input.subarray(at, at + length);
}

const MUTATIONS: readonly Mutation[] = [
  (input, random) => {
    const at = below(random, input.length);
    input[at]! ^= 2 ** below(random, 8);
    return input;
  },
  (input, random) => {
    input[below(random, input.length)] = below(random, 256);
    return input;
  },
  (input, random) => {
    const width = pick(random, [1, 2, 4])!;
    if (input.length < width) return input;
    const at = below(random, input.length - width + 1);
    const value = pick(random, NUMBERS)! % 2 ** (8 * width);
    if (random() < 0.5) input.writeUIntLE(value, at, width);
    else input.writeUIntBE(value, at, width);
    return input;
  },
  (input, random) => {
    const at = below(random, input.length);
    input[at] = (input[at]! + below(random, 33) - 16) & 0xff;
    return input;
  },
  (input, random) => {
    const cut = part(input, random);
    return spliced(input, cut.byteOffset - input.byteOffset, cut.length, Buffer.alloc(0));
  },
  (input, random) => input.subarray(0, below(random, input.length + 1)),
  (input, random) => spliced(input, below(random, input.length + 1), 0, part(input, random)),
  (input, random) => {
    const bytes = Buffer.alloc(1 + below(random, 8), below(random, 256));
    return spliced(input, below(random, input.length + 1), 0, bytes);
  },
  (input, random, { words }) => {
    const word = pick(random, words) ?? Buffer.alloc(0);
    const at = below(random, input.length + 1);
    return spliced(input, at, random() < 0.5 ? word.length : 0, word);
  },
  (input, random, { corpus }) => {
    const other = pick(random, corpus)!;
    return spliced(input, below(random, input.length + 1), below(random, 16), part(other, random));
  },
  (input, random, { corpus }) => {
    const other = pick(random, corpus)!;
    const at = below(random, Math.min(input.length, other.length) + 1);
    return Buffer.concat([input.subarray(0, at), other.subarray(at)]);
  },
];

/** A corpus entry, changed one to eight times. */
export function mutated(random: Random, others: Others): Uint8Array {
  let input: Buffer = Buffer.from(pick(random, others.corpus)!);
  for (let left = 2 ** below(random, 4); left > 0; left--)
    input = pick(random, MUTATIONS)!(input, random, others);
  return input.subarray(0, LONGEST);
}
