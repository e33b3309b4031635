/** The 98 landmarks of WFLW as points of the 468-point face mesh. */
import { distance, type Point } from '../../geometry.ts';
import { roundAway } from '../mapping.ts';

/** Face contour from the image-left ear to the chin, and from the chin to the image-right ear. */
const LEFT_JAW = [127, 234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152];
const RIGHT_JAW = [152, 377, 400, 378, 379, 365, 397, 288, 361, 323, 454, 356];
/** Landmarks on each half of the jaw, the chin included. */
const HALF_JAW = 17;

/** Mesh points of the landmarks 33 to 95; of two, the mean. */
const POINTS: readonly (number | readonly [number, number])[] = [
  ...[70, 63, 105, 66, 107, 55, 65, 52, 53], // 33: image-left brow
  ...[336, 296, 334, 293, 300, 283, 282, 295, 285], // 42: image-right brow
  ...[168, 197, 5], // 51: ridge of the nose
  [1, 4], // 54: tip of the nose
  ...[75, 97, 2, 326, 305], // 55: base of the nose
  ...[33, 160, 159, 158, 133, 153, 145, 144], // 60: image-left eye
  ...[362, 385, 386, 387, 263, 373, 374, 380], // 68: image-right eye
  ...[61, 39, 37, 0, 267, 269, 291, 405, 314, 17, 84, 181], // 76: outer lips
  ...[78, 81, 13, 311, 308, 402, 14, 178], // 88: inner lips
];
/** Pupils, from the corners and lids of each eye. */
const PUPILS = [
  [33, 133, 159, 145],
  [362, 263, 386, 374],
] as const;

/** 98 landmarks in whole pixels, of a mesh in pixels. */
export function meshLandmarks(mesh: readonly Point[]): Point[] {
  const mean = (indices: readonly number[]): Point => ({
    x: indices.reduce((sum, i) => sum + mesh[i]!.x, 0) / indices.length,
    y: indices.reduce((sum, i) => sum + mesh[i]!.y, 0) / indices.length,
  });
  const jaw = (indices: readonly number[]) =>
    evenly(
      indices.map((i) => mesh[i]!),
      HALF_JAW,
    );
  const points = [
    ...jaw(LEFT_JAW),
    ...jaw(RIGHT_JAW).slice(1),
    ...POINTS.map((of) => mean(typeof of === 'number' ? [of] : of)),
    ...PUPILS.map(mean),
  ];
  return points.map(({ x, y }) => ({ x: roundAway(x), y: roundAway(y) }));
}

/** `count` points at equal distances along a line, its ends included. */
function evenly(line: readonly Point[], count: number): Point[] {
  const lengths = [0];
  for (let i = 1; i < line.length; i++)
    lengths.push(lengths[i - 1]! + distance(line[i - 1]!, line[i]!));
  const total = lengths.at(-1)!;
  let piece = 1;
  return Array.from({ length: count }, (_, n) => {
    const at = (total * n) / (count - 1);
    while (piece < line.length - 1 && lengths[piece]! < at) piece++;
    const [p, q] = [line[piece - 1]!, line[piece]!];
    const along = (at - lengths[piece - 1]!) / (lengths[piece]! - lengths[piece - 1]! || 1);
    return { x: p.x + (q.x - p.x) * along, y: p.y + (q.y - p.y) * along };
  });
}
