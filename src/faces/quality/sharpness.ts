/** Sharpness: the spread of a face's edges, by our own network (`training/measures`). */
import type { Session } from '../../inference/session.ts';
import { PATCH_SCALE } from '../encoding/align.ts';
import { type Similarity, scaleOf } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { toPlanes } from '../image/resample.ts';
import { crop } from './pixels/crop.ts';

/** The face between brows and chin, in the patch without its margin, which has this side. */
const PART = { x: 40, y: 56, width: 144, height: 152 } as const;
const FACE_SIDE = 224;
/** Distance of the eyes in pixels of the patch. */
const EYE_DISTANCE = 70.5;
const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;

/** Spread of edges in sharp photographs: by the lens (eye distances) and by the pixels. */
const LENS = 0.009;
const SAMPLING = 0.55;

/** Blur that people begin to notice, in eye distances: score 60, falling to 30 at 3 %. */
const LIMIT = 0.024;
const RAW_AT_LIMIT = -11;
const FALL = 70;

/** The raw value of the measure for a patch of `cutPatch` or `cutFace`: 50 sharp to −50 blurred. */
export async function readSharpness(
  session: Session,
  patch: Picture,
  templateToPicture: Similarity,
): Promise<number> {
  const blur = await readBlur(session, patch, templateToPicture);
  return Math.max(-50, Math.min(50, RAW_AT_LIMIT - FALL * Math.log(blur / LIMIT)));
}

/** Standard deviation, in eye distances, along the direction in which the blur is widest. */
async function readBlur(
  session: Session,
  patch: Picture,
  templateToPicture: Similarity,
): Promise<number> {
  const margin = (patch.width - FACE_SIDE) / 2;
  const { x, y, width, height } = PART;
  const part = crop(patch, margin + x, margin + y, width, height);
  const input = { data: toPlanes(part, PIXELS), dims: [1, 3, height, width] };
  const { spread } = await session.run({ input });
  const eyes = (EYE_DISTANCE * scaleOf(templateToPicture)) / PATCH_SCALE;
  return Math.sqrt(Math.max(0, spread!.data[0]! ** 2 - LENS ** 2 - (SAMPLING / eyes) ** 2));
}
