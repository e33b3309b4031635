/** Passive liveness: do texture and surroundings of one face look like a person or a picture? */
import type { PadPack } from '../../inference/packs/pack.ts';
import type { Session } from '../../inference/session.ts';
import calibration from '../calibration/pad.json' with { type: 'json' };
import type { Box, Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { normalisationOf, toPlanes } from '../image/resample.ts';
import { cropArea, cropBilinear, enlarge, shiftInside } from './crops.ts';
import type { PassiveResult } from './liveness-analysis.ts';

/** Input and output of a network of passive liveness. */
export type PadFacts = Pick<PadPack, 'name' | 'input' | 'pad'>;

/** One loaded network of passive liveness. */
export interface PadNetwork {
  readonly pack: PadFacts;
  readonly session: Session;
}

/** The network's view of a face: its input [3, height, width]. */
export function padInput({ pad, input }: PadFacts, picture: Picture, face: Box): Float32Array {
  const normalisation = normalisationOf(input);
  if (pad.crop === 'shift') {
    const box = shiftInside(enlarge(face, pad.scale), picture);
    return toPlanes(cropBilinear(picture, box, input.width, input.height), normalisation);
  }
  const square =
    pad.crop === 'inside'
      ? shiftInside(enlarge(squareAround(face, face.width), pad.scale), picture)
      : enlarge(squareAround(face, Math.max(face.width, face.height)), pad.scale);
  return toPlanes(cropArea(picture, square, input.width), normalisation);
}

/** The square around the same centre. */
function squareAround({ x, y, width, height }: Box, side: number): Box {
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
}

/** The network's probability that the face is live, 0..1. */
async function padScore(
  { pack, session }: PadNetwork,
  picture: Picture,
  face: Box,
): Promise<number> {
  const { width, height } = pack.input;
  const data = padInput(pack, picture, face);
  const outputs = await session.run({ input: { data, dims: [1, 3, height, width] } });
  const values = outputs[pack.pad.output]!.data;
  if (!pack.pad.logits) return values[pack.pad.live]!;
  const most = Math.max(...values);
  const exponents = values.map((value) => Math.exp(value - most));
  return exponents[pack.pad.live]! / exponents.reduce((sum, value) => sum + value, 0);
}

/** The box that these networks were trained with: the mesh, hairline to chin, cheek to cheek. */
export function faceBox(mesh: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of mesh) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** How many times the face box fits into the picture, which limits a crop around the face. */
export function reach(picture: Picture, face: Box): number {
  return Math.min(picture.width / face.width, picture.height / face.height);
}

/** Whether the face is large enough to judge alone: screen pixels and printing dots are visible. */
function isCloseUp({ width }: Box): boolean {
  return width >= calibration.closeUpWidth;
}

/** Message for users if nothing was decided. */
export const TOO_TIGHT =
  'Too little is seen around the head to judge liveness: move back from the camera.';

const WEIGHTS: Readonly<Record<string, number>> = calibration.weights;

/** Combined score of all networks, 0..1: their mean, weighted by the calibration. */
export function fuse(scores: Readonly<Record<string, number>>): number {
  let [sum, total] = [0, 0];
  for (const [name, score] of Object.entries(scores)) {
    const weight = WEIGHTS[name] ?? 1;
    sum += score * weight;
    total += weight;
  }
  return total > 0 ? sum / total : 0;
}

/** Least score of a live face. It is higher for a face covered by a mask, scarf or hand. */
export function leastScore(covered: boolean): number {
  return covered ? calibration.coveredThreshold : calibration.threshold;
}

/**
 * Judges one face by all networks.
 * @param picture the upright picture
 * @param face its face box in pixels of the picture, see {@link faceBox}
 * @param covered whether half of the face is hidden
 * @param checkpoint called before every network; throws when the caller has gone
 * @returns `decided` is false if the picture shows less around the face than in the calibration,
 *   unless it is a close-up. Then the face is not live, whatever its score
 */
export async function assessPassive(
  networks: readonly PadNetwork[],
  picture: Picture,
  face: Box,
  covered = false,
  checkpoint: () => void = () => {},
): Promise<PassiveResult> {
  const scores: Record<string, number> = {};
  for (const network of networks) {
    checkpoint();
    scores[network.pack.name] = await padScore(network, picture, face);
  }
  const score = fuse(scores);
  const decided = reach(picture, face) >= calibration.leastReach || isCloseUp(face);
  return { score, scores, live: decided && score >= leastScore(covered), decided };
}
