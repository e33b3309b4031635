/** What the measures looked at, as pictures: the aligned face and the masks on it. */
import type { Point } from '../geometry.ts';
import { encodePng } from '../image/picture.ts';
import { sharp } from '../image/sharp.ts';
import { unfoldBackground } from './background.ts';
import type { Mask } from './kernels/mask.ts';
import { factOf, type PreparedFace } from './prepared-face.ts';

/** Everything in pixels of the aligned frame, 616 × 616. */
export interface QualityExplanation {
  /** PNG of the aligned face. */
  readonly alignedFace: Uint8Array;
  /** 98 points, numbered as in WFLW. */
  readonly landmarks: readonly Point[];
  readonly masks: readonly {
    readonly name: 'landmarkedRegion' | 'background' | 'visibleFace';
    /** Grey PNG: white where the mask is. */
    readonly png: Uint8Array;
  }[];
}

export async function drawExplanation(face: PreparedFace): Promise<QualityExplanation> {
  const { picture, landmarks, region } = factOf(face, 'aligned');
  const { background, visible } = face.facts;
  const masks = [
    ['landmarkedRegion', region],
    ['background', background && unfoldBackground(background.value)],
    ['visibleFace', visible?.value],
  ] as const;
  const drawn = masks.map(async ([name, mask]) =>
    mask === undefined ? [] : [{ name, png: await encodeMask(mask) }],
  );
  return {
    alignedFace: await encodePng(picture),
    landmarks,
    masks: (await Promise.all(drawn)).flat(),
  };
}

function encodeMask({ width, height, data }: Mask): Promise<Uint8Array> {
  const grey = data.map((value) => value * 255);
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
