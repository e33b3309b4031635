/** UnifiedQualityScore: how useful a face is for recognition, by a network of our own. */
import type { Session } from '../../inference/session.ts';
import { PATCH_SCALE } from '../encoding/align.ts';
import type { Picture } from '../image/picture.ts';
import { resample, toPlanes } from '../image/resample.ts';

/** Side of the chip: the frame of the alignment template, a pixel a unit. */
const CHIP = 112;
const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;

/** What the network sees of a patch, or of what `cutFace` leaves of it. */
export function utilityChip(patch: Picture): Picture {
  const margin = (patch.width - CHIP * PATCH_SCALE) / 2;
  return resample(patch, { a: PATCH_SCALE, b: 0, tx: margin, ty: margin }, CHIP, CHIP, 'edge');
}

/** The raw value of the measure. @param patch of `cutPatch` or `cutFace` */
export async function readUtility(session: Session, patch: Picture): Promise<number> {
  const data = toPlanes(utilityChip(patch), PIXELS);
  const { utility } = await session.run({ input: { data, dims: [1, 3, CHIP, CHIP] } });
  return utility!.data[0]!;
}
