/** Linkability: what D↔sys says, and what each kind of comparison finds. */
import { describe, expect, it } from 'vitest';
import { linkability } from '../../evaluation/linkability/d-sys.ts';
import { byCosine, byFittedMap, byMagnitudes } from '../../evaluation/linkability/scores.ts';
import { plainForm, rotatedForm, serviceForm } from '../../evaluation/linkability/stored.ts';
import { unitVector } from '../../testing/template-samples.ts';

const PEOPLE = 120;
const KNOWN = 60;

describe('linkability', () => {
  it('is 0 for scores of one distribution, and 1 for scores that never meet', () => {
    const scores = Array.from({ length: 1000 }, (_, i) => i / 1000);
    expect(linkability(scores, scores)).toBe(0);
    expect(linkability(scores, [...scores, ...scores])).toBe(0);
    expect(
      linkability(
        scores,
        scores.map((score) => score + 2),
      ),
    ).toBeCloseTo(1);
  });

  it('a rotation by client falls to known pairs, what the service stores does not', async () => {
    const vectors = Array.from({ length: PEOPLE }, () => unitVector(48));
    const linked = (score: (i: number, j: number) => number) => {
      const others = Array.from({ length: PEOPLE - KNOWN }, (_, i) => KNOWN + i);
      return linkability(
        others.map((i) => score(i, i)),
        others.flatMap((i) => others.filter((j) => j !== i).map((j) => score(i, j))),
      );
    };
    const plain = { ours: plainForm(vectors).shown, theirs: plainForm(vectors).shown };
    expect(linked(byCosine(plain))).toBeGreaterThan(0.9);
    const rotated = { ours: rotatedForm(vectors).shown, theirs: rotatedForm(vectors).shown };
    expect(linked(byCosine(rotated))).toBeLessThan(0.5);
    expect(linked(byFittedMap(KNOWN)(rotated))).toBeGreaterThan(0.9);
    const one = await serviceForm('one', vectors);
    const two = await serviceForm('two', vectors);
    const stored = { ours: one.shown, theirs: two.shown };
    for (const score of [byCosine(stored), byMagnitudes(stored), byFittedMap(KNOWN)(stored)])
      expect(linked(score)).toBeLessThan(0.5);
    expect(one.read).toEqual(plain.ours);
  });
});
