/** Detects a second view that is the first one bent to look like a turning head. */
import { MOTION_PATCH_SIZE, type MotionView, meshInPatch } from '../motion-view.ts';
import { denseFlow, type FlowImage, flowImage, follow } from './dense-flow.ts';
import { type ShadingChange, shadingChange } from './shading.ts';

/** Least changes of the light on a real head, calibrated in evaluation/reports/liveness.md. */
const LEAST: ShadingChange = { broad: 0.011, curved: 0.0124, local: 0.0086 };
/** The light changes a little more slowly than the head turns. Meshes exaggerate large turns. */
const GROWTH = 0.75;
const MOST_TURN = 12;

/**
 * Measures how much the light on the face changed for this turn. Light stays in place when a head
 * turns: parts of the face move into or out of it, and reflections wander. A bent picture takes its
 * light along, whatever its noise, compression and size.
 * @param turn degrees between the views
 * @returns the smallest ratio of a change to its least value on a real head: below 1 the view is a
 *   bent copy; 0 means too dark to decide
 */
export function changeOfLight(first: MotionView, second: MotionView, turn: number): number {
  const [one, other] = [prepare(first), prepare(second)];
  // A bent picture hides parts of itself, so only one of the two directions finds everything again.
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
  // Each must suffice: an attack that imitates one kind of light does not imitate the others.
  return Math.min(broad / LEAST.broad, curved / LEAST.curved, local / LEAST.local);
}
