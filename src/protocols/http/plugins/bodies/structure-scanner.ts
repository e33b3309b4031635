/** Counts what JSON is made of as it arrives, so a hostile structure never becomes objects. */
import { InvalidArgument } from '../../../../errors.ts';

/** What one body may be made of. */
export interface StructureLimits {
  /** Values of every kind and names of members, all levels together. */
  readonly parts: number;
  /** Of them arrays and objects; absent: as many as parts. */
  readonly openings?: number;
  /** Arrays and objects around a value. */
  readonly depth: number;
  /** Characters of a number or another bare word. */
  readonly wordLength: number;
}

/** A string of `LONG` bytes or more without escapes: where it begins in the body, and ends. */
export interface LongString {
  readonly from: number;
  readonly to: number;
}

/** Shorter ones cost no more as text: they are young garbage, and no pages of their own. */
const LONG = 64 * 1024;

export type StructureScanner = ReturnType<typeof createStructureScanner>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What a byte outside of strings is. */
const [SEPARATOR, WORD, OPENS, CLOSES, QUOTES] = [0, 1, 2, 3, 4];
const KINDS = new Uint8Array(256).fill(WORD);
for (const byte of Buffer.from(' \t\r\n,:')) KINDS[byte] = SEPARATOR;
for (const byte of Buffer.from('[{')) KINDS[byte] = OPENS;
for (const byte of Buffer.from(']}')) KINDS[byte] = CLOSES;
KINDS[QUOTE] = QUOTES;

/**
 * Knows no grammar: the parser stops at the first flaw and has made no more than counted here.
 * @param name what the JSON is called in messages
 */
export function createStructureScanner(limits: StructureLimits, name = 'body') {
  const { openings: mostOpenings = limits.parts } = limits;
  let parts = 0;
  let openings = 0;
  let depth = 0;
  let word = 0;
  let inString = false;
  let escaped = false;
  /** Bytes of the chunks before; where the string began in the body, and whether it is as it reads. */
  let passed = 0;
  let began = 0;
  let plain = true;
  const longStrings: LongString[] = [];

  /** Index behind the end of the string that goes on at `at`, or the length if it does not end. */
  const skipString = (chunk: Buffer, at: number): number => {
    let i = at;
    if (!escaped) {
      // Nearly always there is nothing to unescape: both are found at the speed of memory.
      const quote = chunk.indexOf(QUOTE, i);
      const end = quote < 0 ? chunk.length : quote;
      const backslash = chunk.subarray(i, end).indexOf(BACKSLASH);
      if (backslash < 0) {
        inString = quote < 0;
        return end + (inString ? 0 : 1);
      }
      i += backslash;
      plain = false;
    }
    for (; i < chunk.length; i++) {
      if (escaped) escaped = false;
      else if (chunk[i] === BACKSLASH) escaped = true;
      else if (chunk[i] === QUOTE) {
        inString = false;
        return i + 1;
      }
    }
    return i;
  };

  const count = () => {
    if (++parts > limits.parts)
      throw new InvalidArgument(`${name}: made of more than ${limits.parts} values and names`);
  };

  const noteLong = (to: number) => {
    if (plain && to - began >= LONG) longStrings.push({ from: began, to });
  };

  return {
    /** Those of what was taken in, in order. */
    longStrings: longStrings as readonly LongString[],

    /** Takes the next bytes, cut anywhere. @throws InvalidArgument a limit is passed */
    write(chunk: Buffer) {
      for (let i = 0; i < chunk.length; ) {
        if (inString) {
          i = skipString(chunk, i);
          if (!inString) noteLong(passed + i - 1);
          continue;
        }
        const kind = KINDS[chunk[i++]!];
        if (kind === WORD) {
          if (word++ === 0) count();
          if (word > limits.wordLength)
            throw new InvalidArgument(
              `${name}: a number is longer than ${limits.wordLength} characters`,
            );
          continue;
        }
        word = 0;
        if (kind === QUOTES) {
          inString = true;
          began = passed + i;
          plain = true;
          count();
        } else if (kind === OPENS) {
          count();
          if (++openings > mostOpenings)
            throw new InvalidArgument(`${name}: more than ${mostOpenings} lists and objects`);
          if (++depth > limits.depth)
            throw new InvalidArgument(`${name}: nested more than ${limits.depth} deep`);
        } else if (kind === CLOSES) depth--;
      }
      passed += chunk.length;
    },
  };
}
