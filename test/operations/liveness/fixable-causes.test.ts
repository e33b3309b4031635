/** What is told with a refusal: what the person can take off, or open. */
import { describe, expect, it } from 'vitest';
import type { LiveAnalysis } from '../../../src/faces/analysis.ts';
import type { PairAnalysis } from '../../../src/faces/liveness/decide.ts';
import type { MotionMeasures } from '../../../src/faces/liveness/motion/motion-features.ts';
import { fixableCauses } from '../../../src/operations/liveness/fixable-causes.ts';

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
  fixableCauses({ analyses: [analysis(scores)], pairs: [] }).map(({ errorCode }) => errorCode);

it('is nothing for an uncovered face with open eyes, however poor the image', () => {
  const free = { MouthOcclusionPrevention: 0.9, FaceOcclusionPrevention: 0.8, EyesOpen: 0.6 };
  expect(codes({ ...free, Sharpness: 0.1, DynamicRange: 0 })).toEqual([]);
  expect(fixableCauses({ analyses: [], pairs: [] })).toEqual([]);
});

it('reports a cover of mouth or face once', () => {
  const covered = { MouthOcclusionPrevention: 0.1, FaceOcclusionPrevention: 0.4 };
  expect(codes(covered)).toEqual(['FaceCovered']);
  expect(codes({ ...covered, EyesOpen: 0.1 })).toEqual(['FaceCovered', 'EyesClosed']);
});

describe('of a turn', () => {
  const pair: PairAnalysis = {
    identical: false,
    motion: { score: 0.9, live: true, direction: 180 },
    ...{ challenge: 'met', mirrored: false },
  };
  const turned = (angle: number) => ({ angle }) as MotionMeasures;
  const told = (...pairs: readonly Partial<PairAnalysis>[]) =>
    fixableCauses({ analyses: [], pairs: pairs.map((one) => ({ ...pair, ...one })) }).map(
      ({ errorCode }) => errorCode,
    );

  it.each(['no-motion', 'flat'] as const)('too small, seen as %s: further', (problem) => {
    const motion = { ...pair.motion, live: false, problem };
    expect(told({}, { motion: { ...motion, measures: turned(8) } })).toEqual(['TurnFurther']);
    expect(told({ motion: { ...motion, measures: turned(20) } })).toEqual([]);
  });

  it('the right way, but not far enough for the challenge: further', () => {
    const motion = { ...pair.motion, measures: turned(6) };
    expect(told({ motion, challenge: 'missed' })).toEqual(['TurnFurther']);
    expect(told({ motion })).toEqual([]);
  });

  it.each(['few', 'jump'] as const)('with frames that are %s: slower', (burst) => {
    expect(told({ burst })).toEqual(['TurnSlower']);
    expect(told({ burst: 'texture' })).toEqual([]);
  });
});
