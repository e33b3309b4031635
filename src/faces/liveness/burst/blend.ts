/** Detects a frame that is two others laid on each other. A turning head never looks like this. */
import { type MotionView, placeOf } from '../motion/motion-view.ts';
import { type FrameAnalysis, GREY } from './burst-frame.ts';

interface Blend {
  /** Whether the frame contains both, rather than almost only one of them. */
  readonly isBetween: boolean;
  /** Misfit of the nearest mixture, as a share of the difference between the two. */
  readonly rest: number;
}

/** Below this share, hardly anything of a picture is in the mixture. */
const HARDLY = 0.15;
/** Radius around the middle of the face that is compared, in approximate face widths. */
const REACH = 0.6;

/** Mixes the first and the last frame within the face of the middle one. */
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
function placesOfFace(view: MotionView): number[] {
  const { x, y, width: faceWidth } = placeOf(view);
  const { width, height } = view;
  const reach = REACH * faceWidth;
  return Array.from({ length: GREY.columns * GREY.rows }, (_, i) => i).filter((i) => {
    const column = ((i % GREY.columns) + 0.5) * (width / GREY.columns);
    const row = (Math.floor(i / GREY.columns) + 0.5) * (height / GREY.rows);
    return Math.hypot(column - x, row - y) < reach;
  });
}
