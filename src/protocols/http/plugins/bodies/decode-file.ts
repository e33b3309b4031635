/** Base64 from bytes: a few thousand characters at a time are text, which is gone in no time. */
import { readBase64 } from '../../../../base64.ts';

/** Characters, a multiple of four. */
const AT_ONCE = 48 * 1024;
const [DASH, UNDERSCORE] = [0x2d, 0x5f];

/**
 * What `readBase64` makes of the text.
 * @returns undefined: it is not base64, or in the alphabet of URLs
 */
export function decodeFile(pieces: readonly Buffer[]): Buffer | undefined {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const decoded = Buffer.allocUnsafeSlow(Math.ceil((length * 3) / 4));
  let written = 0;
  /** One to four characters, for the last ones may be padding. */
  let kept = '';
  for (const piece of pieces) {
    if (piece.includes(DASH) || piece.includes(UNDERSCORE)) return undefined;
    for (let at = 0; at < piece.length; ) {
      const end = Math.min(piece.length, at + AT_ONCE);
      const text = kept + piece.toString('latin1', at, end);
      at = end;
      const whole = (text.length - 1) & ~3;
      const bytes = decoded.write(text.slice(0, whole), written, 'base64');
      // Whatever is no digit is left out.
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
