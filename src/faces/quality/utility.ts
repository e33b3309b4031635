/** UnifiedQualityScore: usefulness of a face for recognition, by our own network. */
import type { Session } from '../../inference/session.ts';
import { PATCH_SCALE } from '../encoding/align.ts';
import type { Picture } from '../image/picture.ts';
import { resample, toPlanes } from '../image/resample.ts';

/** Side of the chip: the frame of the alignment template, a pixel per unit. */
const CHIP = 112;
const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;

/** The network's view of a patch, or of the face that `cutFace` cuts from it. */
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
