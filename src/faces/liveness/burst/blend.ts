/** Whether a frame is two others laid on each other: a head that turns never looks so. */
import type { MotionView } from '../motion/motion-view.ts';
import { type FrameAnalysis, GREY } from './burst-frame.ts';

interface Blend {
  /** Whether both are in it, and not one of them nearly alone. */
  readonly isBetween: boolean;
  /** What the mixture that comes nearest leaves of it, as a share of the difference of the two. */
  readonly rest: number;
}

/** Share of one of the two below which hardly anything of it is in the mixture. */
const HARDLY = 0.15;
/** Of the approximate width of a face; what lies farther from its middle is not looked at. */
const REACH = 0.6;

/** Mixes the first and the last picture, as far as the face of the middle one reaches. */
export function blendOf(
  first: FrameAnalysis,
  middle: FrameAnalysis & { readonly view: MotionView },
  last: FrameAnalysis,
): Blend {
  const places = placesOfFace(middle.view);
  const at = (frame: FrameAnalysis) => places.map((i) => frame.grey[i]!);
  const [p, m, q] = [at(first), at(middle), at(last)];
  const difference = sum(p, (value, i) => (value - q[i]!) ** 2) + 1e-9;
  const share = sum(p, (value, i) => (m[i]! - q[i]!) * (value - q[i]!)) / difference;
  const left = sum(p, (value, i) => (m[i]! - share * value - (1 - share) * q[i]!) ** 2);
  return {
    isBetween: share > HARDLY && share < 1 - HARDLY,
    rest: Math.sqrt(left / difference),
  };
}

const sum = (values: readonly number[], of: (value: number, i: number) => number) =>
  values.reduce((all, value, i) => all + of(value, i), 0);

/** Indices into the grey of a frame. */
function placesOfFace({ mesh, width, height }: MotionView): number[] {
  const count = mesh.length / 3;
  let [x, y, squares] = [0, 0, 0];
  for (let i = 0; i < mesh.length; i += 3) {
    x += mesh[i]! / count;
    y += mesh[i + 1]! / count;
  }
  for (let i = 0; i < mesh.length; i += 3) squares += (mesh[i]! - x) ** 2 + (mesh[i + 1]! - y) ** 2;
  const reach = REACH * 2 * Math.sqrt(squares / count);
  return Array.from({ length: GREY.columns * GREY.rows }, (_, i) => i).filter((i) => {
    const column = ((i % GREY.columns) + 0.5) * (width / GREY.columns);
    const row = (Math.floor(i / GREY.columns) + 0.5) * (height / GREY.rows);
    return Math.hypot(column - x, row - y) < reach;
  });
}
