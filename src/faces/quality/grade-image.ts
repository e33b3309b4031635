/** Grades an image inside a worker: decodes it in full, prepares its largest face, measures. */
import { freeBytes } from '../../memory.ts';
import { decodeImage } from '../image/decode.ts';
import { assessFace } from './assess-face.ts';
import { drawExplanation } from './draw-explanation.ts';
import type { ImageQuality } from './image-quality.ts';
import { MEASURE_NAMES } from './measures.ts';
import { prepareFace, type QualityNetworks } from './prepare-face.ts';
import { StageFailure } from './stage-failure.ts';

/** Networks loaded to grade images. */
export interface Grading {
  readonly networks: QualityNetworks;
  readonly maxPixels: number;
}

/** @throws InvalidImage; errors of `checkpoint` */
export async function gradeImage(
  { networks, maxPixels }: Grading,
  bytes: Uint8Array,
  { explain }: { readonly explain: boolean },
  checkpoint: () => void,
): Promise<ImageQuality> {
  const { picture } = await decodeImage(bytes, {
    maxPixels,
    maxSide: Number.POSITIVE_INFINITY,
    colours: 'stored',
  });
  const size = { width: picture.width, height: picture.height };
  try {
    checkpoint();
    const face = await prepareFace(networks, picture, checkpoint);
    const quality = { ...size, ...assessFace(MEASURE_NAMES, face, checkpoint) };
    return explain ? { ...quality, explanation: await drawExplanation(face) } : quality;
  } catch (error) {
    if (!(error instanceof StageFailure)) throw error;
    return { ...size, failure: error.errorCode, measurements: [], unavailable: [], failed: [] };
  } finally {
    freeBytes(picture.data);
  }
}
