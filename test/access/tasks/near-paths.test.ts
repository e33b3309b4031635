/** Paths that a recording of an earlier attempt answers: they are found, and enough others are left. */
import { describe, expect, it } from 'vitest';
import { follow } from '../../../evaluation/liveness/follower.ts';
import { seededRandom } from '../../../evaluation/motion/random.ts';
import { isAnswered, MOST_REMEMBERED, unanswered } from '../../../src/access/tasks/near-paths.ts';
import { PLACE_MS } from '../../../src/directions.ts';
import { followsPath } from '../../../src/faces/liveness/burst/followed-path.ts';
import { PATHS, type Path } from '../../../src/followed-point.ts';

const random = seededRandom(5);
const any = () => PATHS[Math.floor(random() * PATHS.length)]!;
const several = (count: number) => Array.from({ length: count }, any);
const END = PATHS[0]!.length * PLACE_MS + 450;

describe('paths near an earlier one', () => {
  it('include it, and one that goes the same way later', () => {
    const path: Path = ['up', 'right', 'down', 'up', 'left'];
    const later: Path = ['right', 'up', 'right', 'down', 'left'];
    expect(isAnswered(path, [path])).toBe(true);
    expect(isAnswered(later, [['up', 'right', 'down', 'left', 'right']])).toBe(true);
    expect(isAnswered(path, [['down', 'left', 'up', 'down', 'right']])).toBe(false);
    expect(isAnswered(path, [])).toBe(false);
  });

  it('leave a hundred to draw from, and forget the oldest otherwise', () => {
    const remembered = several(MOST_REMEMBERED);
    const left = unanswered(remembered);
    expect(left.length).toBeGreaterThanOrEqual(100);
    const latest = remembered.at(-1)!;
    expect(left).not.toContain(latest);
    const crowd = several(6 * MOST_REMEMBERED);
    expect(unanswered([...crowd, latest]).length).toBeGreaterThanOrEqual(100);
    expect(unanswered([...crowd, latest])).not.toContain(latest);
  });

  it('are the ones that a recording answers, in time or begun too early or too late', () => {
    const plays = (offset: number) => {
      const recorded = any();
      const times = Array.from({ length: 22 }, (_, i) => (END * i) / 21);
      const shown = times.map((at) => Math.max(0, at - offset));
      const poses = follow({ places: recorded, every: PLACE_MS }, shown, random, 0.01);
      const [first] = poses;
      const moved = poses.map(({ right, up }, i) => ({
        milliseconds: times[i]!,
        right: right - first!.right,
        up: up - first!.up,
      }));
      const left = unanswered([recorded]);
      const drawn = Array.from({ length: 4 }, () => left[Math.floor(random() * left.length)]!);
      return drawn.filter((places) => followsPath(moved, { places, slowly: false })).length;
    };
    const accepted = [0, 0, PLACE_MS, -PLACE_MS].flatMap((offset) =>
      Array.from({ length: 20 }, () => plays(offset)),
    );
    // Of 320; without the memory some 5.
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2);
  });
});
