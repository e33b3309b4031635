/** Draws the spectrum of a face, in which the pixels of a screen and the dots of a print are peaks. */
import type { Picture } from '../faces/image/picture.ts';
import { sharp } from '../faces/image/sharp.ts';
import { faceSpectrum, findPixelGrid, WINDOW } from '../faces/liveness/obvious-fakes/pixel-grid.ts';
import type { Rectangle } from '../operations/liveness-evidence.ts';

/** Side of the drawing in pixels. */
export const SPECTRUM_SIDE = 192;
/** Power on a logarithmic scale: so many powers of ten below the strongest are black. */
const RANGE = 5;

/**
 * A PNG: frequency 0 in the middle, brightness the logarithm of the power, the strongest peak and
 * its mirror image in circles. Undefined: the face is too small for a spectrum.
 */
export async function drawSpectrum(
  picture: Picture,
  face: Rectangle | undefined,
): Promise<Buffer | undefined> {
  const power = face && faceSpectrum(picture, face);
  const peak = face && findPixelGrid(picture, face);
  if (power === undefined || peak === undefined) return undefined;
  const half = WINDOW / 2;
  const grey = new Uint8Array(WINDOW * WINDOW);
  const most = Math.log10(Math.max(...power));
  for (let y = 0; y < WINDOW; y++)
    for (let x = 0; x < WINDOW; x++) {
      const value = power[((y + half) % WINDOW) * WINDOW + ((x + half) % WINDOW)]!;
      const level = 1 + (Math.log10(Math.max(value, 1e-12)) - most) / RANGE;
      grey[y * WINDOW + x] = 255 * Math.max(0, level);
    }
  const scale = SPECTRUM_SIDE / WINDOW;
  const circle = (sign: number) => {
    const x = (half + sign * peak.x * WINDOW + 0.5) * scale;
    const y = (half + sign * peak.y * WINDOW + 0.5) * scale;
    return `<circle cx="${x}" cy="${y}" r="8" fill="none" stroke="#ffd60a" stroke-width="2"/>`;
  };
  const marks =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SPECTRUM_SIDE}" height="${SPECTRUM_SIDE}">` +
    `${circle(1)}${circle(-1)}<text x="6" y="${SPECTRUM_SIDE - 6}" font-family="sans-serif" ` +
    `font-size="12" fill="#ffd60a">peak × ${peak.prominence.toFixed(0)}</text></svg>`;
  return sharp(grey, { raw: { width: WINDOW, height: WINDOW, channels: 1 } })
    .resize(SPECTRUM_SIDE, SPECTRUM_SIDE, { kernel: 'nearest' })
    .composite([{ input: Buffer.from(marks) }])
    .png()
    .toBuffer();
}
