/** Lists of texts as bytes that are signed. */

/** Length-prefixed, so that no two lists of texts give the same bytes. */
export function listBytes(texts: readonly string[]): Buffer {
  // Opening a million templates makes two million of these: one buffer each, written once.
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

/** UTF-8; returns its end. Names and numbers are ASCII, written here faster than by Node. */
function writeText(bytes: Buffer, text: string, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return at + bytes.write(text, at);
    bytes[at + i] = code;
  }
  return at + text.length;
}
