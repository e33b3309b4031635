/** Counts the elements of JSON on arrival, so that a hostile structure never becomes objects. */
import { InvalidArgument } from '../../../../errors.ts';

/** Limits on the elements of one body. */
export interface StructureLimits {
  /** Values of every kind, and names of members, on all levels together. */
  readonly parts: number;
  /** Arrays and objects among them. Absent: as many as parts. */
  readonly openings?: number;
  /** Arrays and objects around a value. */
  readonly depth: number;
  /** Characters of a number or another bare word. */
  readonly wordLength: number;
}

/** A string of `LONG` bytes or more without escapes, by its start and end in the body. */
export interface LongString {
  readonly from: number;
  readonly to: number;
}

/** Shorter strings cost no more as text: they are short-lived and need no pages of their own. */
const LONG = 64 * 1024;

export type StructureScanner = ReturnType<typeof createStructureScanner>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Kinds of bytes outside strings. */
const [SEPARATOR, WORD, OPENS, CLOSES, QUOTES] = [0, 1, 2, 3, 4];
const KINDS = new Uint8Array(256).fill(WORD);
for (const byte of Buffer.from(' \t\r\n,:')) KINDS[byte] = SEPARATOR;
for (const byte of Buffer.from('[{')) KINDS[byte] = OPENS;
for (const byte of Buffer.from(']}')) KINDS[byte] = CLOSES;
KINDS[QUOTE] = QUOTES;

/**
 * Knows no grammar. The parser stops at the first flaw, and creates no more than was counted here.
 * @param name name of the JSON in messages
 */
export function createStructureScanner(limits: StructureLimits, name = 'body') {
  const { openings: mostOpenings = limits.parts } = limits;
  let parts = 0;
  let openings = 0;
  let depth = 0;
  let word = 0;
  let inString = false;
  let escaped = false;
  /** Bytes of previous chunks; start of the current string, and whether it has no escapes. */
  let passed = 0;
  let began = 0;
  let plain = true;
  const longStrings: LongString[] = [];

  /** Index after the end of the string that continues at `at`, or the length if it does not end. */
  const skipString = (chunk: Buffer, at: number): number => {
    let i = at;
    if (!escaped) {
      // Almost always there is nothing to unescape, and both searches run at memory speed.
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
    /** The long strings so far, in order. */
    longStrings: longStrings as readonly LongString[],

    /** Reads the next bytes, cut anywhere. @throws InvalidArgument a limit is exceeded */
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
