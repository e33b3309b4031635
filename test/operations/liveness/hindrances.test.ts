/** What is told with a refusal: what the person can take off, or open. */
import { expect, it } from 'vitest';
import type { LiveAnalysis } from '../../../src/faces/analysis.ts';
import { hindrancesOf } from '../../../src/operations/liveness/hindrances.ts';

const analysis = (scores: Readonly<Record<string, number>>): Pick<LiveAnalysis, 'image'> => ({
  image: {
    faces: [],
    ...{ width: 1, height: 1, rotated: 0, qualityScore: 0 },
    qualityAssessments: Object.entries(scores).map(([check, score]) => ({
      check,
      score,
      message: '',
    })),
  },
});
const codes = (scores: Readonly<Record<string, number>>) =>
  hindrancesOf(analysis(scores)).map(({ errorCode }) => errorCode);

it('is nothing for an uncovered face with open eyes, however poor the image', () => {
  const free = { MouthOcclusionPrevention: 0.9, FaceOcclusionPrevention: 0.8, EyesOpen: 0.6 };
  expect(codes({ ...free, Sharpness: 0.1, DynamicRange: 0 })).toEqual([]);
  expect(hindrancesOf(undefined)).toEqual([]);
});

it('reports a cover of mouth or face once', () => {
  const covered = { MouthOcclusionPrevention: 0.1, FaceOcclusionPrevention: 0.4 };
  expect(codes(covered)).toEqual(['FaceCovered']);
  expect(codes({ ...covered, EyesOpen: 0.1 })).toEqual(['FaceCovered', 'EyesClosed']);
});
