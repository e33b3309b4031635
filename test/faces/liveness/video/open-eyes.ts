/** Meshes of a mean face with eyes more or less open. */
import frontal from '../../../../src/faces/calibration/frontal-mesh.json' with { type: 'json' };

const LIDS = [
  { corners: [33, 133], upper: [160, 159, 158], lower: [144, 145, 153] },
  { corners: [263, 362], upper: [387, 386, 385], lower: [373, 374, 380] },
];

/** The mean face with eyes open by so many hundredths of their width, and turned to a side. */
export function faceWith(openings: readonly number[], degrees = 0): Float32Array {
  const points = frontal.points.map((point) => [...point]);
  for (const [eye, { corners, upper, lower }] of LIDS.entries()) {
    const [p, q] = [points[corners[0]!]!, points[corners[1]!]!];
    const half = (Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!) * openings[eye]!) / 200;
    const middle = (p[1]! + q[1]!) / 2;
    for (const [k, up] of upper.entries()) {
      const down = points[lower[k]!]!;
      down[0] = points[up]![0]!;
      points[up]![1] = middle - half;
      down[1] = middle + half;
    }
  }
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((degrees * Math.PI) / 180));
  return Float32Array.from(
    points.flatMap(([x, y, z]) => [x! * cos! + z! * sin!, y!, z! * cos! - x! * sin!]),
  );
}
