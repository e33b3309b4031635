/** Strict base64: Node's decoder skips invalid characters. */

/** The bytes of base64 or base64url (RFC 4648), padded or not; undefined: it is neither. */
export function readBase64(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  if (isIn(text, '-', '_') && isIn(text, '+', '/')) return undefined;
  // The decoder takes the low byte of non-ASCII characters, and skips invalid ASCII.
  if (Buffer.byteLength(text) !== text.length) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}

const isIn = (text: string, ...digits: readonly string[]) =>
  digits.some((digit) => text.includes(digit));
