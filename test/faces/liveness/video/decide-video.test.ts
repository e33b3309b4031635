/** The decision on a video: counts of votes, and one person from the first frame to the last. */
import { describe, expect, it } from 'vitest';
import type { LiveAnalysis } from '../../../../src/faces/analysis.ts';
import {
  createVideoVotes,
  MOST_FRAMES,
} from '../../../../src/faces/liveness/video/decide-video.ts';

const unit = (axis: number) => Float32Array.from({ length: 128 }, (_, i) => (i === axis ? 1 : 0));

const frame = (person: number, score = 0.9): LiveAnalysis => ({
  image: {
    width: 640,
    height: 480,
    rotated: 0,
    faces: [],
    qualityScore: 0,
    qualityAssessments: [],
  },
  passive: { score, scores: {}, live: score >= 0.5, decided: true },
  identity: unit(person),
  fakes: [],
  hash: new Uint8Array(32),
  perceptualHash: new Uint16Array(1024),
});
const without = (problem: 'FaceNotFound' | 'MultipleFacesFound'): LiveAnalysis => ({
  image: { ...frame(0).image, problem },
  fakes: [],
  hash: new Uint8Array(32),
  perceptualHash: new Uint16Array(1024),
});

const LIVE = frame(0);
const REJECTED = frame(0, 0.2);
const NOBODY = without('FaceNotFound');
const CROWD = without('MultipleFacesFound');
const STRANGER = frame(1);

/** Counts frames until they decide: after how many, and what. */
function decide(frames: readonly LiveAnalysis[]) {
  const votes = createVideoVotes();
  const at = frames.findIndex((analysis, i) => votes.count(i + 1, analysis));
  return { looked: at < 0 ? frames.length : at + 1, ...votes.decision() };
}
const times = (count: number, analysis: LiveAnalysis) => Array<LiveAnalysis>(count).fill(analysis);

describe('the frames of a video', () => {
  it('decide by 7 live ones', () => {
    const decision = decide([...times(6, REJECTED), ...times(4, NOBODY), ...times(9, LIVE)]);
    expect(decision).toMatchObject({ live: true, errors: [], looked: 17 });
  });

  it('decide by 7 rejected ones, each with its error', () => {
    const decision = decide([...times(6, LIVE), ...times(9, REJECTED)]);
    expect(decision).toMatchObject({ live: false, looked: 13 });
    expect(decision.errors).toHaveLength(7);
    expect(decision.errors[0]).toMatchObject({
      errorCode: 'RejectedByPassiveLiveDetection',
      message: expect.stringMatching(/^frame 7: /),
    });
  });

  it.each([
    ['5 without a face', [...times(6, LIVE), ...times(6, NOBODY)], 11],
    ['several faces from the start', times(9, CROWD), 5],
    ['the end before a decision', times(6, LIVE), 6],
  ])('fail by %s', (_, frames, looked) => {
    const decision = decide(frames);
    expect(decision).toMatchObject({ live: false, looked });
    expect(decision.errors.map(({ errorCode }) => errorCode)).toEqual(['FailureToAcquire']);
  });

  it('decide at the latest with MOST_FRAMES', () => {
    const worst = [...times(6, LIVE), ...times(6, REJECTED), ...times(4, NOBODY)];
    expect(decide(worst).looked).toBe(worst.length);
    for (const last of [LIVE, REJECTED, NOBODY])
      expect(decide([...worst, last, LIVE]).looked).toBe(MOST_FRAMES);
  });

  it('are listed in the order of the video, with the mean of their scores', () => {
    const votes = createVideoVotes();
    for (const number of [1, 21, 41, 11, 31]) votes.count(number, frame(0, 0.6));
    const { images, livenessScore } = votes.decision();
    expect(images.map(({ frameNumber }) => frameNumber)).toEqual([1, 11, 21, 31, 41]);
    expect(livenessScore).toBe(0.6);
  });
});

describe('another person', () => {
  it('who is seen twice ends the video', () => {
    const decision = decide([...times(4, LIVE), STRANGER, LIVE, STRANGER, ...times(9, LIVE)]);
    expect(decision).toMatchObject({ live: false, looked: 7 });
    expect(decision.errors).toEqual([5, 7].map((number) => another(number)));
  });

  it('who is seen once only counts as rejected', () => {
    expect(decide([LIVE, STRANGER, frame(2), ...times(6, LIVE)])).toMatchObject({ live: true });
  });

  it('who joins ends the video when seen twice', () => {
    const decision = decide([...times(3, LIVE), CROWD, CROWD, ...times(9, LIVE)]);
    expect(decision).toMatchObject({ live: false, looked: 5 });
    expect(decision.errors[0]).toMatchObject({ errorCode: 'MultipleFacesFound' });
    expect(decide([...times(3, LIVE), CROWD, ...times(9, LIVE)])).toMatchObject({ live: true });
  });

  const another = (number: number) => ({
    errorCode: 'RejectedByActiveLiveDetection',
    message: `frame ${number}: Another person appears in the video.`,
  });
});
