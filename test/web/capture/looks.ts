/** Faces as the finder tells them, posed. */
import type { FoundFace, Spot } from '../../../web/capture/finder/faces.ts';

interface Posed {
  /** Middle of the face, as shares of the view. */
  readonly x?: number;
  readonly y?: number;
  readonly side?: number;
  /** Degrees. */
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
}

/** A face in the outline that looks into the camera, unless told otherwise. */
export function face({ x = 0.5, y = 0.47, side = 0.4, yaw = 0, pitch = 0, roll = 0 }: Posed = {}) {
  const [cos, sin] = [Math.cos((roll * Math.PI) / 180), Math.sin((roll * Math.PI) / 180)];
  /** Shares of the side, from the middle of the face. */
  const spot = (dx: number, dy: number): Spot => ({
    x: x + (dx * cos - dy * sin) * side,
    y: y + (dx * sin + dy * cos) * side,
  });
  const [eyes, mouth] = [-0.2, 0.3];
  const nose = eyes + ((mouth - eyes) * (pitch + 36)) / 77;
  const found: FoundFace = {
    box: { x: x - side / 2, y: y - side / 2, side },
    rightEye: spot(-0.2, eyes),
    leftEye: spot(0.2, eyes),
    nose: spot(yaw / 71, nose),
    mouth: spot(0, mouth),
    rightEar: spot(-0.45, 0),
    leftEar: spot(0.45, 0),
    confidence: 0.9,
  };
  return found;
}
