/** Maps faces found in a rotated picture to the submitted picture. */
import type { DetectedFace } from '../detection/detect.ts';
import type { Box, Point, Rotation } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';

/** @param rotated clockwise degrees by which `image` was rotated to find the face */
export function rotateBack(
  face: DetectedFace,
  rotated: Rotation,
  { width, height }: Picture,
): DetectedFace {
  if (rotated === 0) return face;
  const place = ({ x, y }: Point): Point => {
    if (rotated === 90) return { x: y, y: height - x };
    if (rotated === 180) return { x: width - x, y: height - y };
    return { x: width - y, y: x };
  };
  const { candidate, mesh } = face;
  const solid = mesh.solid.slice();
  for (let i = 0; i < solid.length; i += 3) {
    const { x, y } = place({ x: solid[i]!, y: solid[i + 1]! });
    solid[i] = x;
    solid[i + 1] = y;
  }
  return {
    ...face,
    candidate: {
      ...candidate,
      box: placeBox(candidate.box, place),
      points: candidate.points.map(place),
    },
    mesh: { ...mesh, points: mesh.points.map(place), solid },
  };
}

function placeBox({ x, y, width, height }: Box, place: (point: Point) => Point): Box {
  const p = place({ x, y });
  const q = place({ x: x + width, y: y + height });
  return {
    x: Math.min(p.x, q.x),
    y: Math.min(p.y, q.y),
    width: Math.abs(q.x - p.x),
    height: Math.abs(q.y - p.y),
  };
}
