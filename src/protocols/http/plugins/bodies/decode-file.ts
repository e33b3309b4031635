/** Decodes base64 from bytes in small steps, so that the text is short-lived. */
import { readBase64 } from '../../../../base64.ts';

/** Characters per step, a multiple of four. */
const AT_ONCE = 48 * 1024;
const [DASH, UNDERSCORE] = [0x2d, 0x5f];

/**
 * Decodes as `readBase64` does.
 * @returns undefined: not base64, or in the URL alphabet
 */
export function decodeFile(pieces: readonly Buffer[]): Buffer | undefined {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const decoded = Buffer.allocUnsafeSlow(Math.ceil((length * 3) / 4));
  let written = 0;
  /** The last one to four characters, which may be padding. */
  let kept = '';
  for (const piece of pieces) {
    if (piece.includes(DASH) || piece.includes(UNDERSCORE)) return undefined;
    for (let at = 0; at < piece.length; ) {
      const end = Math.min(piece.length, at + AT_ONCE);
      const text = kept + piece.toString('latin1', at, end);
      at = end;
      const whole = (text.length - 1) & ~3;
      const bytes = decoded.write(text.slice(0, whole), written, 'base64');
      // The decoder skips all other characters.
      if (bytes !== (whole * 3) / 4) return undefined;
      written += bytes;
      kept = text.slice(whole);
    }
  }
  const last = readBase64(kept);
  if (last === undefined) return undefined;
  decoded.set(last, written);
  return decoded.subarray(0, written + last.length);
}
