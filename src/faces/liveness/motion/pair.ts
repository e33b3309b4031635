/** Compares two consecutive live images: repeated, moved, or moved as demanded. */

import type { Direction } from '../../../directions.ts';
import type { LiveAnalysis } from '../../analysis.ts';
import type { PairAnalysis } from '../decide.ts';
import { isSamePerson } from '../identity.ts';
import { challengeOutcome } from './challenge.ts';
import { hashDistance } from './difference-hash.ts';
import { isMirrored } from './mirrored.ts';
import { assessMotion, type MotionResult } from './motion.ts';
import type { MotionView } from './motion-view.ts';

/** Most differing bits, of 256, between the hashes of one recompressed image. */
const SAME_PICTURE_BITS = 6;
/** Mean shift of the mesh, in face widths, below which nothing has moved at all. */
const NOTHING_MOVED = 0.006;

/**
 * Compares two images that were analysed with their identity.
 * @param tags challenge of the second image; empty: there is no challenge
 * @param mirrored the camera mirrors its image, which swaps the subject's left and right
 * @returns undefined: one of the images does not show one suitable face
 */
export function comparePair(
  first: LiveAnalysis,
  second: LiveAnalysis,
  tags: readonly Direction[],
  mirrored = false,
): PairAnalysis | undefined {
  if (first.view === undefined || second.view === undefined) return undefined;
  const { identity: one } = first;
  const { identity: other } = second;
  const known = one !== undefined && other !== undefined;
  const samePerson = known && isSamePerson(one, other);
  const seen = assessMotion(first.view, second.view, samePerson);
  const motion = mirrored ? mirroredMotion(seen) : seen;
  return {
    identical: isRepeated(first, second) || isMirrored(first.view, second.view),
    motion,
    challenge: challengeOutcome(tags, motion),
    mirrored,
  };
}

function mirroredMotion(motion: MotionResult): MotionResult {
  return { ...motion, right: -motion.right, direction: (540 - motion.direction) % 360 };
}

function isRepeated(first: LiveAnalysis, second: LiveAnalysis): boolean {
  return (
    hashDistance(first.hash, second.hash) <= SAME_PICTURE_BITS &&
    meanShift(first.view!, second.view!) < NOTHING_MOVED
  );
}

/** Mean distance of corresponding mesh points in face widths; infinite if image sizes differ. */
function meanShift(p: MotionView, q: MotionView): number {
  if (p.width !== q.width || p.height !== q.height) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < p.mesh.length; i += 3)
    sum += Math.hypot(p.mesh[i]! - q.mesh[i]!, p.mesh[i + 1]! - q.mesh[i + 1]!);
  const width = Math.hypot(
    p.mesh[454 * 3]! - p.mesh[234 * 3]!,
    p.mesh[454 * 3 + 1]! - p.mesh[234 * 3 + 1]!,
  );
  return sum / (p.mesh.length / 3) / width;
}
