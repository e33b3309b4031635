/** What liveness evidence says of a face: the texture as it was decided on. */
import { expect, it } from 'vitest';
import type { LiveAnalysis } from '../../../src/faces/analysis.ts';
import { leastScore } from '../../../src/faces/liveness/passive.ts';
import { livenessEvidence } from '../../../src/operations/liveness/liveness-evidence.ts';

const seen = (covered: boolean): LiveAnalysis => ({
  image: {
    ...{ width: 640, height: 480, rotated: 0, faces: [] },
    ...{ qualityScore: 0, qualityAssessments: [] },
  },
  covered,
  passive: { score: 0.55, scores: { one: 0.55 }, live: !covered, decided: true },
  fakes: [],
  hash: new Uint8Array(32),
});

it('states the threshold for the face, and whether it was reached', () => {
  const { images } = livenessEvidence([seen(false), seen(true)], undefined);
  expect(images).toMatchObject([
    { live: true, threshold: leastScore(false), networks: { one: 0.55 } },
    { live: false, threshold: leastScore(true), networks: { one: 0.55 } },
  ]);
  expect(leastScore(true)).toBeGreaterThan(leastScore(false));
});
