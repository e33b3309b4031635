/** ID-photo conditions, rendered from a portrait: the effects of scanners, printers and cameras. */
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { capture, renderSheet } from '../motion/flat-view.ts';
import { documentPage, halftone, hologram } from './documents.ts';

export interface Condition {
  readonly name: string;
  /** @param random uniform numbers 0..1 */
  render(portrait: Picture, random: () => number): Promise<Uint8Array>;
}

const image = ({ width, height, data }: Picture) =>
  sharp(data, { raw: { width, height, channels: 3 } });

const raw = async (source: ReturnType<typeof sharp>): Promise<Picture> => {
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};

const scan = (picture: Picture, quality = 85) => image(picture).jpeg({ quality }).toBuffer();

/** Head and shoulders, 7 wide to 9 high, as ID photos are cut. */
const idPhoto = (portrait: Picture, width: number): Promise<Picture> => {
  const height = Math.round((width * 9) / 7);
  const [w, h] = [Math.round(portrait.height * 0.62), Math.round(portrait.height * 0.8)];
  const [left, top] = [(portrait.width - w) >> 1, (portrait.height - h) >> 1];
  return raw(image(portrait).extract({ left, top, width: w, height: h }).resize(width, height));
};

/** Pose of a photographed photograph: nearly straight, a hand's breadth away. */
const HELD = { tiltDirection: 20, distance: 1.9, shiftX: 0.05, shiftY: 0.03, bend: 8, light: 0.9 };
const CAMERA = { width: 480, height: 640, focal: 620 };

export const CONDITIONS: readonly Condition[] = [
  { name: 'as it is', render: (portrait) => scan(portrait, 95) },
  {
    name: 'small face on a page scanned at 75 dpi',
    render: async (portrait) => scan(documentPage(await idPhoto(portrait, 103))),
  },
  {
    name: 'printed halftone, scanned',
    render: async (portrait) => {
      const large = await raw(image(await idPhoto(portrait, 300)).resize(900));
      return image(halftone(large, 6)).resize(450).blur(0.6).jpeg({ quality: 85 }).toBuffer();
    },
  },
  { name: 'grey', render: (portrait) => image(portrait).greyscale().jpeg().toBuffer() },
  {
    name: 'low contrast',
    render: (portrait) => image(portrait).linear(0.3, 110).jpeg({ quality: 80 }).toBuffer(),
  },
  {
    name: 'hologram stripes',
    render: async (portrait, random) => scan(hologram(await idPhoto(portrait, 240), random)),
  },
  {
    name: 'JPEG at quality 20',
    render: async (portrait) => scan(await idPhoto(portrait, 160), 20),
  },
  { name: 'turned by 90°', render: (portrait) => image(portrait).rotate(90).jpeg().toBuffer() },
  {
    name: 'photograph of a photograph',
    async render(portrait, random) {
      const pose = { ...HELD, tilt: 8 + 12 * random(), roll: 12 * (random() - 0.5) };
      const table = { width: 1, height: 1, data: Uint8Array.of(104, 96, 84) };
      const seen = renderSheet(await idPhoto(portrait, 260), pose, CAMERA, table);
      const lens = { blur: 0.9, noise: 5, quality: 75, glare: 60, glareX: random(), glareY: 0.3 };
      return scan(await capture(seen, lens, random), 75);
    },
  },
];
