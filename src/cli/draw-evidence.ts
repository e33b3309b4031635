/** Draws what the liveness checks saw into the images, for a person to judge. */
import type { FaceFacts } from '../faces/analysis.ts';
import { decodeImage } from '../faces/image/decode.ts';
import { sharp } from '../faces/image/sharp.ts';
import type { LiveAnalysis } from '../faces/liveness/liveness-analysis.ts';

export interface DrawnImage {
  /** Encoded image. */
  readonly bytes: Uint8Array;
  readonly analysis: LiveAnalysis;
}

/** Height of the drawn images in pixels; several stand side by side. */
const HEIGHT = 720;
const LINE = 18;
/** Every so many mesh points an arrow shows where it has moved. */
const ARROW_STEP = 9;

/**
 * A PNG: the upright images with the face box (green: no check speaks against it), the regions of
 * the evidence, the figures of every check, and on the second image arrows of its motion.
 */
export async function drawEvidence(
  images: readonly DrawnImage[],
  limits: { readonly maxPixels: number },
): Promise<Uint8Array> {
  // The overlay is our own text; only this short-lived process may read SVG, the service may not.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const tiles = await Promise.all(
    images.map((image, i) => drawTile(image, i > 0 ? images[i - 1] : undefined, limits)),
  );
  let width = 0;
  const placed = tiles.map((tile) => {
    const left = width;
    width += tile.width;
    return { input: tile.png, left, top: 0 };
  });
  const canvas = { width, height: HEIGHT, channels: 3, background: '#000000' } as const;
  return sharp({ create: canvas }).composite(placed).png().toBuffer();
}

async function drawTile(
  { bytes, analysis }: DrawnImage,
  before: DrawnImage | undefined,
  { maxPixels }: { readonly maxPixels: number },
): Promise<{ png: Buffer; width: number }> {
  const { picture } = await decodeImage(bytes, { maxPixels, maxSide: 1920 });
  const { rotated } = analysis.image;
  const sideways = rotated === 90 || rotated === 270;
  const height = sideways ? analysis.image.width : analysis.image.height;
  const scale = HEIGHT / height;
  const width = Math.max(
    1,
    Math.round((sideways ? analysis.image.height : analysis.image.width) * scale),
  );
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const upright = await sharp(picture.data, { raw }).rotate(rotated).png().toBuffer();
  const overlay = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}">` +
      `<g transform="scale(${scale})" fill="none" stroke-width="${2 / scale}">` +
      `${faces(analysis)}${regions(analysis)}${arrows(before?.analysis, analysis)}</g>` +
      `${figures(analysis)}</svg>`,
  );
  const png = await sharp(upright)
    .resize(width, HEIGHT, { fit: 'fill' })
    .composite([{ input: overlay }])
    .png()
    .toBuffer();
  return { png, width };
}

function faces({ image, passive, fakes }: LiveAnalysis): string {
  const good = passive?.live === true && !fakes.some(({ fake }) => fake);
  const colour = good ? '#30d158' : '#ff453a';
  return image.faces
    .map(({ box: { x, y, width, height } }: FaceFacts) => {
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" stroke="${colour}"/>`;
    })
    .join('');
}

function regions({ fakes }: LiveAnalysis): string {
  return fakes
    .flatMap(({ fake, regions: found = [] }) =>
      found.map(({ outline }) => {
        const points = outline.map(({ x, y }) => `${x},${y}`).join(' ');
        return `<polygon points="${points}" stroke="${fake ? '#ff453a' : '#ffd60a'}"/>`;
      }),
    )
    .join('');
}

/** From where each mesh point was in the image before to where it is now. */
function arrows(before: LiveAnalysis | undefined, { view }: LiveAnalysis): string {
  const from = before?.view?.mesh;
  if (from === undefined || view === undefined) return '';
  const lines: string[] = [];
  for (let i = 0; i < view.mesh.length; i += 3 * ARROW_STEP) {
    const [x, y] = [view.mesh[i]!, view.mesh[i + 1]!];
    lines.push(
      `<line x1="${from[i]}" y1="${from[i + 1]}" x2="${x}" y2="${y}" stroke="#64d2ff"/>` +
        `<circle cx="${x}" cy="${y}" r="${view.width / 400}" fill="#64d2ff"/>`,
    );
  }
  return lines.join('');
}

function figures({ image, passive, fakes }: LiveAnalysis): string {
  const lines = [
    image.problem ?? (passive?.decided === false ? 'too little around the face' : ''),
    passive === undefined ? '' : `texture ${passive.score.toFixed(3)}`,
    ...Object.entries(passive?.scores ?? {}).map(
      ([name, score]) => `  ${name} ${score.toFixed(3)}`,
    ),
    ...fakes.map(
      ({ detector, score, fake }) => `${detector} ${score.toFixed(3)}${fake ? ' (fake)' : ''}`,
    ),
  ].filter((line) => line !== '');
  return lines
    .map(
      (line, i) =>
        `<text x="8" y="${LINE * (i + 1)}" font-family="sans-serif" font-size="14" fill="#ffffff" ` +
        `stroke="#000000" stroke-width="3" paint-order="stroke">${line}</text>`,
    )
    .join('');
}
