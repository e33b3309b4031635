/** Encodes lists of texts as bytes for signing. */

/** Length-prefixed, so that different lists never give the same bytes. */
export function listBytes(texts: readonly string[]): Buffer {
  // A million templates need two million of these, so each uses a single buffer, written once.
  let room = 0;
  for (const text of texts) room += 4 + 3 * text.length;
  const bytes = Buffer.allocUnsafe(room);
  let at = 0;
  for (const text of texts) {
    const end = writeText(bytes, text, at + 4);
    bytes.writeUInt32BE(end - at - 4, at);
    at = end;
  }
  return bytes.subarray(0, at);
}

/** Writes UTF-8 and returns its end. Names and numbers are ASCII; this is faster than Node. */
function writeText(bytes: Buffer, text: string, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return at + bytes.write(text, at);
    bytes[at + i] = code;
  }
  return at + text.length;
}
