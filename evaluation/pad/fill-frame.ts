/** Makes recaptures that fill the frame: cuts others to the inside of their screen or print. */
import type { DetectionNetworks } from '../../src/faces/detection/detect.ts';
import type { Box } from '../../src/faces/geometry.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { faceBox } from '../../src/faces/liveness/passive.ts';
import { findSubject } from '../../src/faces/pipeline.ts';

/** Largest sum of red, green and blue in a pixel of a bar beside the picture. */
const BAR = 45;
/** Largest ratio of height to width: that of an upright webcam. */
const MOST_ALONG = 4 / 3;

/**
 * The image around its face as PNG, without padding bars.
 * @param reach width in face boxes; the whole image if it is smaller
 * @returns undefined if there is no subject
 */
export async function fillFrame(
  networks: DetectionNetworks,
  maxPixels: number,
  image: Uint8Array,
  reach: number,
): Promise<Uint8Array | undefined> {
  const { picture, face } = await findSubject({ networks, maxPixels }, image, () => {});
  if (face === undefined) return undefined;
  const { x: left, y: top, ...size } = around(picture, faceBox(face.mesh.points), reach);
  const { width, height, data } = picture;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, ...size })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function around(picture: Picture, face: Box, reach: number): Box {
  const [first, end] = withoutBars(picture);
  const width = Math.floor(Math.min(end - first, face.width * reach));
  const height = Math.floor(Math.min(picture.height, face.height * reach, width * MOST_ALONG));
  const place = (centre: number, length: number, low: number, high: number) =>
    Math.round(Math.min(Math.max(low, centre - length / 2), high - length));
  return {
    x: place(face.x + face.width / 2, width, first, end),
    y: place(face.y + face.height / 2, height, 0, picture.height),
    width,
    height,
  };
}

/** The columns between those that are black from top to bottom. */
function withoutBars(picture: Picture): [first: number, end: number] {
  let [first, end] = [0, picture.width];
  while (first < end && isBar(picture, first)) first++;
  while (end > first && isBar(picture, end - 1)) end--;
  return [first, end];
}

function isBar({ width, height, data }: Picture, x: number): boolean {
  for (let y = 0; y < height; y++) {
    const p = (y * width + x) * 3;
    if (data[p]! + data[p + 1]! + data[p + 2]! > BAR) return false;
  }
  return true;
}
