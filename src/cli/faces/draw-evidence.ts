/** Draws what the liveness checks saw into the images, for a person to judge. */
import { decodeImage } from '../../faces/image/decode.ts';
import { MAX_SIDE, type Picture } from '../../faces/image/picture.ts';
import { sharp } from '../../faces/image/sharp.ts';
import type { ImageEvidence, MotionEvidence } from '../../operations/liveness/liveness-evidence.ts';

export interface DrawnImage {
  readonly title: string;
  /** Encoded image. */
  readonly bytes: Uint8Array;
  readonly evidence: ImageEvidence;
  /** Lines to add below the image. */
  readonly figures?: readonly string[];
}

/** Height of the drawn images in pixels; several stand side by side. */
const HEIGHT = 720;
const LEAST_WIDTH = 460;
/** Height of the panel below an image, with its figures. */
const PANEL = 240;
const MARGIN = 12;
const LINE = 20;

/** Lower scores of detectors mean nothing. */
const WORTH_SHOWING = 0.25;

const GOOD = '#30d158';
const BAD = '#ff453a';
const UNSURE = '#ffd60a';
const MOTION = '#64d2ff';

/**
 * A PNG of the upright images with the face box (green: no check refused it), and the edges
 * found. The second image has arrows of its motion. Below are the figures of every check.
 */
export async function drawEvidence(
  images: readonly DrawnImage[],
  motion: MotionEvidence | null,
  limits: { readonly maxPixels: number },
): Promise<Uint8Array> {
  // The overlay is our own text. Only this short-lived process may read SVG, not the service.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const tiles = await Promise.all(
    images.map((image, i) => drawTile(image, i === 1 ? motion : null, limits)),
  );
  let width = 0;
  const placed = tiles.map((tile) => {
    const left = width;
    width += tile.width;
    return { input: tile.png, left, top: 0 };
  });
  const canvas = { width, height: HEIGHT + PANEL, channels: 3, background: '#101014' } as const;
  return sharp({ create: canvas }).composite(placed).png().toBuffer();
}

async function drawTile(
  { title, bytes, evidence, figures = [] }: DrawnImage,
  motion: MotionEvidence | null,
  { maxPixels }: { readonly maxPixels: number },
): Promise<{ png: Buffer; width: number }> {
  const upright = await uprightPicture(bytes, evidence, maxPixels);
  const scale = HEIGHT / evidence.height;
  const shown = Math.max(1, Math.round(evidence.width * scale));
  const width = Math.max(LEAST_WIDTH, shown);
  const left = (width - shown) >> 1;
  const raw = { width: upright.width, height: upright.height, channels: 3 } as const;
  const photograph = await sharp(upright.data, { raw })
    .resize(shown, HEIGHT, { fit: 'fill' })
    .png()
    .toBuffer();
  const lines = [...figuresOf(evidence), ...(motion ? [motionLine(motion)] : []), ...figures];
  const overlay =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT + PANEL}">` +
    `<svg width="${width}" height="${HEIGHT}">` +
    `<g transform="translate(${left} 0) scale(${scale})" fill="none" stroke-width="${2.5 / scale}">` +
    `${faces(evidence)}${regions(evidence, scale)}${arrows(motion, scale)}</g></svg>` +
    `${text([title, ...lines])}</svg>`;
  const png = await sharp({
    create: { width, height: HEIGHT + PANEL, channels: 3, background: '#101014' },
  })
    .composite([{ input: photograph, left, top: 0 }, { input: Buffer.from(overlay) }])
    .png()
    .toBuffer();
  return { png, width };
}

async function uprightPicture(
  bytes: Uint8Array,
  { rotated }: ImageEvidence,
  maxPixels: number,
): Promise<Picture> {
  const { picture } = await decodeImage(bytes, { maxPixels, maxSide: MAX_SIDE });
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const { data, info } = await sharp(picture.data, { raw })
    .rotate(rotated)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function faces({ faces: found, judged, networks, live, detectors }: ImageEvidence): string {
  const fake = detectors.some((detector) => detector.fake);
  const textureKnown = Object.keys(networks).length > 0;
  const colour = !textureKnown ? MOTION : live && !fake ? GOOD : BAD;
  const boxes = judged === null ? found : [judged];
  return boxes
    .map(
      ({ x, y, width, height }) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" stroke="${colour}"/>`,
    )
    .join('');
}

function regions({ detectors }: ImageEvidence, scale: number): string {
  return detectors
    .filter(({ score }) => score >= WORTH_SHOWING)
    .flatMap(({ fake, regions: found }) =>
      found.map(({ label, outline }) => {
        const colour = fake ? BAD : UNSURE;
        const points = outline.map(({ x, y }) => `${x},${y}`).join(' ');
        const [first] = outline;
        const size = 13 / scale;
        return (
          `<polygon points="${points}" stroke="${colour}" stroke-dasharray="${8 / scale}"/>` +
          `<text x="${first!.x + size / 2}" y="${Math.max(size, first!.y - size / 3)}" font-family="sans-serif" ` +
          `font-size="${size}" fill="${colour}" stroke="none">${escaped(label)}</text>`
        );
      }),
    )
    .join('');
}

/** Arrows from points of the face in the first image to where they are now. */
function arrows(motion: MotionEvidence | null, scale: number): string {
  if (motion === null) return '';
  const size = 4 / scale;
  const head =
    `<marker id="head" markerUnits="userSpaceOnUse" markerWidth="${2 * size}" ` +
    `markerHeight="${2 * size}" refX="${size}" refY="${size}" orient="auto" ` +
    `viewBox="0 0 ${2 * size} ${2 * size}">` +
    `<path d="M0,0 L${2 * size},${size} L0,${2 * size} Z" fill="${MOTION}" stroke="none"/></marker>`;
  const lines = motion.arrows.map(
    ({ from, to }) =>
      `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="${MOTION}" ` +
      `stroke-width="${1.5 / scale}" marker-end="url(#head)"/>`,
  );
  return `<defs>${head}</defs>${lines.join('')}`;
}

function figuresOf({ faces: found, judged, decided, networks, detectors }: ImageEvidence) {
  if (judged === null) return [`faces: ${found.length}`];
  return [
    decided ? '' : 'Too little around the face is visible to judge it.',
    ...Object.entries(networks).map(([name, score]) => `${name}  ${score.toFixed(3)} live`),
    ...detectors.map(
      ({ detector, score, fake }) => `${detector}  ${score.toFixed(3)}${fake ? '  FAKE' : ''}`,
    ),
  ].filter((line) => line !== '');
}

function motionLine({ score, problem, identical }: MotionEvidence): string {
  const found = identical ? 'the first image again' : problem || 'a solid head';
  return `motion  ${score.toFixed(3)}  ${found}`;
}

function text(lines: readonly string[]): string {
  return lines
    .map((line, i) => {
      const y = HEIGHT + MARGIN + LINE * (i + 0.8);
      const weight = i === 0 ? 'bold' : 'normal';
      return (
        `<text x="${MARGIN}" y="${y}" font-family="sans-serif" font-size="15" ` +
        `font-weight="${weight}" fill="#f2f2f7">${escaped(line)}</text>`
      );
    })
    .join('');
}

function escaped(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
