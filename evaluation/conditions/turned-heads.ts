/** Genuine pairs by how far the more turned of the two heads is turned. */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { Photographs } from '../photographs.ts';

/** Bounds of the larger yaw of a pair in degrees. */
const YAWS: readonly (readonly [number, number])[] = [
  [0, 10],
  [10, 20],
  [20, 30],
  [30, 40],
  [40, 90],
];

export interface PosePairs {
  readonly from: number;
  readonly to: number;
  /** Each pair of photographs of one person once. */
  readonly pairs: readonly { readonly person: number; readonly score: number }[];
}

export function pairsByYaw(
  engine: Pick<FaceEngine, 'compare'>,
  { embedded, images, features }: Photographs,
): PosePairs[] {
  const found = new Map(embedded.images.map(({ path }, k) => [path, embedded.encoded[k]!]));
  const yaws = images.map(({ path }) => Math.abs(found.get(path)!.faces[0]!.pose.yaw));
  const numbers = new Map(images.map(({ person }, k) => [person, k]));
  const bins: PosePairs['pairs'][number][][] = YAWS.map(() => []);
  for (let i = 0; i < images.length; i++)
    for (let j = i + 1; j < images.length && images[j]!.person === images[i]!.person; j++) {
      const yaw = Math.max(yaws[i]!, yaws[j]!);
      const bin = bins[YAWS.findIndex(([, to]) => yaw < to)];
      const score = engine.compare(features[i]!, [features[j]!]);
      bin?.push({ person: numbers.get(images[i]!.person)!, score });
    }
  return YAWS.map(([from, to], k) => ({ from, to, pairs: bins[k]! }));
}
