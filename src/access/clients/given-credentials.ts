/** Credentials that a client brings from another service. They must be hard to guess. */

import { MemberRefused } from '../../errors.ts';
import { readBase64 } from '../../text/base64.ts';
import { isKeyLength, LEAST_KEY_BYTES, MOST_KEY_BYTES } from './signing-algorithm.ts';

/** Least entropy of a secret in bits. Its hash is fast, so guessing must be hopeless. */
const LEAST_SECRET_BITS = 128;
const LONGEST_SECRET = 256;
/** Fewest different symbols. Random hex of that strength has fewer once in 28 million cases. */
const LEAST_DIFFERENT = 8;
/** Fewest different steps from one symbol to the next. */
const LEAST_STEPS = 5;

/** Character classes, and the size of each alphabet. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/^[0-9-]+$/, 10],
  [/^[0-9a-f-]+$|^[0-9A-F-]+$/, 16],
  [/^[a-z]+$|^[A-Z]+$/, 26],
  [/^[0-9a-z-]+$|^[0-9A-Z-]+$/, 36],
  [/^[0-9A-Za-z]+$/, 62],
];
const PRINTABLE = 94;

/** Refuses a secret with less than 128 bits of entropy. @throws MemberRefused */
export function checkGivenSecret(secret: string): void {
  if (!/^[\x21-\x7e]+$/.test(secret) || secret.length > LONGEST_SECRET)
    throw new MemberRefused(
      'secret',
      `expected at most ${LONGEST_SECRET} visible ASCII characters`,
    );
  const size = ALPHABETS.find(([kind]) => kind.test(secret))?.[1] ?? PRINTABLE;
  const bits = secret.replaceAll('-', '').length * Math.log2(size);
  if (bits < LEAST_SECRET_BITS || isPatterned([...secret], size))
    throw new MemberRefused(
      'secret',
      `too easily guessed; expected ${LEAST_SECRET_BITS} random bits, such as 32 hexadecimal digits`,
      'guessable',
    );
}

/** The bytes of a key in base64 or base64url. @throws MemberRefused */
export function readGivenKey(text: string): Buffer {
  const key = readBase64(text);
  if (key === undefined) throw new MemberRefused('key', 'not base64');
  if (!isKeyLength(key.length))
    throw new MemberRefused(
      'key',
      `expected base64 of ${LEAST_KEY_BYTES} to ${MOST_KEY_BYTES} bytes (64 for HS512)`,
    );
  if (isPatterned([...key], 256))
    throw new MemberRefused('key', 'too easily guessed; expected random bytes', 'guessable');
  return key;
}

/** Whether it has too few different symbols or steps, or repeats a piece. */
function isPatterned(symbols: readonly (string | number)[], alphabet: number): boolean {
  if (new Set(symbols).size < Math.min(LEAST_DIFFERENT, alphabet / 2)) return true;
  const codes = symbols.map((symbol) =>
    typeof symbol === 'string' ? symbol.charCodeAt(0) : symbol,
  );
  const steps = codes.slice(1).map((code, i) => code - codes[i]!);
  if (new Set(steps).size < LEAST_STEPS) return true;
  return codes.some((_, shift) => shift > 0 && shift <= codes.length / 2 && repeats(codes, shift));
}

const repeats = (codes: readonly number[], shift: number) =>
  codes.every((code, i) => i < shift || code === codes[i - shift]);
