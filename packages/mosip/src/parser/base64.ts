/** Strict base64: Node's decoder skips what is none. */

/** Undefined: it is not base64. White space is none. */
export function base64Bytes(text: string): Buffer | undefined {
  const digits = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  if (digits % 4 === 1 || Buffer.byteLength(text) !== text.length) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}
