/** Draws what the measures looked at: the aligned face and masks on it. */
import type { Point } from '../geometry.ts';
import { encodePng } from '../image/picture.ts';
import { sharp } from '../image/sharp.ts';
import { unfoldBackground } from './background.ts';
import type { Mask } from './pixels/mask.ts';
import type { PreparedFace } from './prepared-face.ts';

/** Everything in pixels of the aligned frame, 616 × 616. */
export interface QualityExplanation {
  /** PNG of the aligned face. */
  readonly alignedFace: Uint8Array;
  /** 98 points, numbered as in WFLW. */
  readonly landmarks: readonly Point[];
  readonly masks: readonly {
    readonly name: 'landmarkedRegion' | 'background';
    /** Grey PNG: white inside the mask. */
    readonly png: Uint8Array;
  }[];
}

export async function drawExplanation({
  aligned,
  background,
}: PreparedFace): Promise<QualityExplanation> {
  const { picture, landmarks, region } = aligned;
  return {
    alignedFace: await encodePng(picture),
    landmarks,
    masks: [
      { name: 'landmarkedRegion', png: await encodeMask(region) },
      { name: 'background', png: await encodeMask(unfoldBackground(background)) },
    ],
  };
}

function encodeMask({ width, height, data }: Mask): Promise<Uint8Array> {
  const grey = data.map((value) => value * 255);
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
