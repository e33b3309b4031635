/** People of the samples with a mask drawn over mouth and nose. */
import sharp from 'sharp';
import { portrait } from './photos.ts';

/** PNG of a portrait, `side` pixels wide. */
export async function maskedPortrait(person: number, side = 400): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: side * side }, (_, i) =>
      maskAt((i % side) / side, Math.floor(i / side) / side),
    ).flat(),
  );
  const mask = { input: pixels, raw: { width: side, height: side, channels: 4 } } as const;
  const face = await portrait(person, side).png().toBuffer();
  return sharp(face).composite([mask]).png().toBuffer();
}

/** Pale blue with folds, from the bridge of the nose to below the chin. */
function maskAt(x: number, y: number): number[] {
  const aside = Math.abs(x - 0.5) / 0.22;
  const below = Math.max(0, y - 0.52) / 0.27;
  const isInside = y > 0.46 + 0.05 * aside && aside ** 2 + below ** 2 < 1;
  const light = 1 + 0.06 * Math.sin(y * 110);
  return [169 * light, 196 * light, 220 * light, isInside ? 255 : 0].map(Math.round);
}
