/** Analyses one small frame inside a worker: the face and, on demand, its texture. */
import { freeBytes } from '../../../memory.ts';
import { headPose } from '../../detection/pose.ts';
import { encodeFace, findSubject, hasFace, type Pipeline } from '../../pipeline.ts';
import type { PassiveChecks } from '../analyse-live-image.ts';
import { differenceHash, luminanceGrid } from '../motion/difference-hash.ts';
import { viewForMotion } from '../motion/motion-view.ts';
import { type FrameAnalysis, GREY } from './burst-frame.ts';

/**
 * @param texture whether to judge the texture of the face, too
 * @param features whether to encode the face, too
 * @param checkpoint called between stages; throws when the caller has gone
 * @throws InvalidImage
 */
export async function analyseFrame(
  pipeline: Pick<Pipeline, 'networks' | 'maxPixels' | 'encoder'>,
  checks: Pick<PassiveChecks, 'texture'>,
  bytes: Uint8Array,
  { texture, features }: Readonly<Record<'texture' | 'features', boolean>>,
  checkpoint: () => void,
): Promise<FrameAnalysis> {
  const found = await findSubject(pipeline, bytes, checkpoint);
  const { picture } = found;
  try {
    const whole = {
      hash: differenceHash(picture),
      grey: luminanceGrid(picture, GREY.columns, GREY.rows),
    };
    if (!hasFace(found)) return { problem: found.image.problem!, ...whole };
    const { mesh } = found.face;
    return {
      view: viewForMotion(picture, mesh.solid, found.scale),
      ...(texture && { passive: await checks.texture(found, false, checkpoint) }),
      ...(features && {
        face: {
          features: await encodeFace(pipeline.encoder, picture, mesh.points, checkpoint),
          pose: headPose(mesh.solid),
        },
      }),
      ...whole,
    };
  } finally {
    freeBytes(picture.data);
  }
}
