/** Whether a second view is the first one bent as a turning head would look, and no new picture. */
import { MOTION_PATCH_SIZE, type MotionView, meshInPatch } from '../motion-view.ts';
import { denseFlow, type FlowImage, flowImage, follow } from './dense-flow.ts';
import { type ShadingChange, shadingChange } from './shading.ts';

/** Changes of the light that a real head shows at least; calibrated in evaluation/reports/liveness.md. */
const LEAST: ShadingChange = { broad: 0.011, curved: 0.0124, local: 0.0086 };
/** The light changes a little slower than the head turns; meshes exaggerate large turns. */
const GROWTH = 0.75;
const MOST_TURN = 12;

/**
 * How much the light on the face changed for such a turn. Light stays where it is when a head
 * turns: parts of the face come out of it or into it, and reflections wander. A picture that was
 * bent takes its light along, whatever its noise, its compression and its size.
 * @param turn degrees between the views
 * @returns the least of the changes over what a real head shows at least: below 1 the view is a
 *   bent copy; 0: too dark to say
 */
export function changeOfLight(first: MotionView, second: MotionView, turn: number): number {
  const [one, other] = [prepare(first), prepare(second)];
  // What was bent covers some of itself: only one of both ways finds all of it again.
  const change = Math.min(shadingBetween(one, other), shadingBetween(other, one));
  return change / Math.min(turn, MOST_TURN) ** GROWTH;
}

interface PreparedView {
  readonly grey: Float32Array;
  readonly mesh: Float64Array;
  readonly image: FlowImage;
}

function prepare(view: MotionView): PreparedView {
  return {
    grey: Float32Array.from(view.patch),
    mesh: meshInPatch(view),
    image: flowImage(view.patch),
  };
}

function shadingBetween(one: PreparedView, other: PreparedView): number {
  const flow = denseFlow(one.image, other.image, one.mesh, other.mesh);
  const seen = follow(other.grey, MOTION_PATCH_SIZE, flow);
  const change = shadingChange(one.grey, seen, one.mesh);
  if (change === undefined) return 0;
  const { broad, curved, local } = change;
  // Each has to suffice: an attack that imitates one light has not imitated the others.
  return Math.min(broad / LEAST.broad, curved / LEAST.curved, local / LEAST.local);
}
