/** The liveness decision: all partial decisions must pass, and each that fails is named. */
import { describe, expect, it } from 'vitest';
import type { LiveAnalysis } from '../../../src/faces/analysis.ts';
import {
  decideLiveness,
  meanScore,
  type NamedLiveImage,
  type PairAnalysis,
} from '../../../src/faces/liveness/decide.ts';

const analysis = (more: Partial<LiveAnalysis> = {}): LiveAnalysis => ({
  image: {
    width: 640,
    height: 480,
    rotated: 0,
    faces: [],
    qualityScore: 0,
    qualityAssessments: [],
  },
  passive: { score: 0.9, scores: {}, live: true, decided: true },
  fakes: [],
  hash: new Uint8Array(32),
  ...more,
});

const LIVE = analysis();
const REJECTED = analysis({
  passive: { score: 0.2, scores: {}, live: false, decided: true },
});
const TIGHT = analysis({ passive: { score: 0.9, scores: {}, live: false, decided: false } });
const FAKE = analysis({
  fakes: [
    { detector: 'a', score: 0.1, fake: false, message: 'no' },
    { detector: 'b', score: 0.9, fake: true, message: 'A screen surrounds the face.' },
  ],
});
const NOBODY: LiveAnalysis = {
  image: { ...LIVE.image, problem: 'FaceNotFound' },
  fakes: [],
  hash: LIVE.hash,
};
const PAIR: PairAnalysis = {
  identical: false,
  motion: { score: 0.6, live: true, direction: 180 },
  challenge: undefined,
  mirrored: false,
};

const named = (...analyses: readonly LiveAnalysis[]): NamedLiveImage[] =>
  analyses.map((one, i) => ({ field: `liveImages[${i}].image`, analysis: one }));
const codes = (images: readonly LiveAnalysis[], pair?: PairAnalysis) =>
  decideLiveness(named(...images), pair).errors.map(({ errorCode }) => errorCode);

describe('one image', () => {
  it('is live if its passive checks pass', () => {
    const decision = decideLiveness(named(LIVE), undefined);
    expect(decision).toMatchObject({ live: true, livenessScore: 0.9, errors: [] });
    expect(decision.images).toMatchObject([
      { textureLivenessScore: 0.9, motionLivenessScore: 0, movementDirection: 0, frameNumber: 0 },
    ]);
  });

  it.each([
    ['no face', NOBODY, 'FaceNotFound', 0],
    ['an obvious fake', FAKE, 'RejectedByObviousFakeDetector', 0.9],
    ['too little around the head', TIGHT, 'ThumbnailExtractionFailed', 0],
    ['a texture of no person', REJECTED, 'RejectedByPassiveLiveDetection', 0.2],
    ['no check at all', { ...NOBODY, image: LIVE.image }, 'ThumbnailExtractionFailed', 0],
  ] as const)('with %s has exactly one error', (_, image, errorCode, livenessScore) => {
    const decision = decideLiveness(named(image), undefined);
    expect(decision).toMatchObject({ live: false, livenessScore });
    expect(decision.errors).toEqual([
      { errorCode, message: expect.stringMatching(/^liveImages\[0\]\.image: \w/) },
    ]);
  });

  it('of a covered face can be live like any other, and names the cover if it is not', () => {
    const live = decideLiveness(named(analysis({ covered: true })), undefined);
    expect(live).toMatchObject({ live: true, errors: [] });
    const rejected = decideLiveness(named({ ...REJECTED, covered: true }), undefined);
    expect(rejected.errors).toEqual([
      {
        errorCode: 'RejectedByPassiveLiveDetection',
        message: expect.stringContaining('take off mask or scarf'),
      },
    ]);
    const fake = decideLiveness(named({ ...FAKE, covered: true }), undefined);
    expect(fake.errors[0]?.message).toContain('A screen surrounds the face.');
  });

  it('shows the message of the evidence', () => {
    const [error] = decideLiveness(named(FAKE), undefined).errors;
    expect(error?.message).toBe('liveImages[0].image: A screen surrounds the face.');
  });
});

describe('two images', () => {
  it('are live if everything passes; motion scores belong to the second', () => {
    const decision = decideLiveness(named(LIVE, LIVE), PAIR);
    expect(decision).toMatchObject({ live: true, errors: [] });
    expect(decision.livenessScore).toBe(0.8);
    expect(decision.images[0]).toMatchObject({ motionLivenessScore: 0, movementDirection: 0 });
    expect(decision.images[1]).toMatchObject({ motionLivenessScore: 0.6, movementDirection: 180 });
  });

  it('are never live without a joint check', () => {
    expect(codes([LIVE, LIVE])).toEqual(['RejectedByActiveLiveDetection']);
  });

  it('have one error per failing image', () => {
    expect(codes([NOBODY, LIVE])).toEqual(['FaceNotFound']);
    expect(codes([REJECTED, REJECTED], PAIR)).toEqual([
      'RejectedByPassiveLiveDetection',
      'RejectedByPassiveLiveDetection',
    ]);
    const flat = { ...PAIR, motion: { ...PAIR.motion, live: false } };
    expect(codes([REJECTED, LIVE], flat)).toEqual([
      'RejectedByPassiveLiveDetection',
      'RejectedByActiveLiveDetection',
    ]);
    expect(codes([LIVE, REJECTED], flat)).toEqual(['RejectedByPassiveLiveDetection']);
  });

  it('are rejected if the second repeats the first, or shows another person', () => {
    expect(codes([LIVE, LIVE], { ...PAIR, identical: true })).toEqual([
      'RejectedByObviousFakeDetector',
    ]);
    const [error] = decideLiveness(named(LIVE, LIVE), {
      ...PAIR,
      motion: { ...PAIR.motion, live: false, problem: 'other-person' },
    }).errors;
    expect(error).toMatchObject({
      errorCode: 'RejectedByActiveLiveDetection',
      message: expect.stringMatching(/same person/),
    });
  });

  it('report an unmet challenge whatever else failed', () => {
    expect(codes([LIVE, LIVE], { ...PAIR, challenge: 'met' })).toEqual([]);
    expect(codes([LIVE, LIVE], { ...PAIR, challenge: 'missed' })).toEqual([
      'RejectedByChallengeResponse',
    ]);
    expect(codes([LIVE, LIVE], { ...PAIR, identical: true, challenge: 'missed' })).toEqual([
      'RejectedByObviousFakeDetector',
      'RejectedByChallengeResponse',
    ]);
  });
});

describe('a challenge that is met with left and right swapped', () => {
  const messages = (more: Partial<PairAnalysis>) =>
    decideLiveness(named(LIVE, LIVE), { ...PAIR, challenge: 'mirrored', ...more }).errors.map(
      ({ message }) => message,
    );

  it.each([
    [false, 'mirroredCaptures=true'],
    [true, 'mirroredCaptures=false'],
  ])('names the setting to change, if it is %s', (mirrored, change) => {
    expect(messages({ mirrored })).toEqual([expect.stringContaining(change)]);
  });

  it('is only missed if the frames between do not move so, too', () => {
    expect(messages({ burst: 'detour' })).toEqual([
      'The head did not move in the direction that was asked for.',
    ]);
    expect(messages({ burst: 'elsewhere' }).join()).not.toContain('mirroredCaptures');
  });
});

describe('scores', () => {
  it('are never exactly 0 when calculated', () => {
    const nought = analysis({ passive: { score: 0, scores: {}, live: false, decided: true } });
    const { livenessScore } = decideLiveness(named(nought), undefined);
    expect(livenessScore).toBeGreaterThan(0);
    expect(livenessScore).toBeLessThan(0.001);
    expect(meanScore([])).toBe(0);
  });
});
