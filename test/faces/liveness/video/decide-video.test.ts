/** The decision on a video: evidence that adds up, and one person from the first frame to the last. */
import { describe, expect, it } from 'vitest';
import type { LiveAnalysis } from '../../../../src/faces/analysis.ts';
import { createVideoEvidence } from '../../../../src/faces/liveness/video/decide-video.ts';
import type { Movement } from '../../../../src/faces/liveness/video/movement.ts';
import { faceWith } from './open-eyes.ts';

const unit = (axis: number) => Float32Array.from({ length: 128 }, (_, i) => (i === axis ? 1 : 0));

const VIEW = {
  mesh: new Float32Array(468 * 3),
  width: 640,
  height: 480,
  patch: new Uint8Array(96 * 96),
};

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
  view: VIEW,
  identity: unit(person),
  fakes: [],
  hash: new Uint8Array(32),
});
const without = (problem: 'FaceNotFound' | 'MultipleFacesFound'): LiveAnalysis => ({
  image: { ...frame(0).image, problem },
  fakes: [],
  hash: new Uint8Array(32),
});

const LIVE = frame(0);
const REJECTED = frame(0, 0.2);
const FAKE: LiveAnalysis = {
  ...LIVE,
  fakes: [{ detector: 'picture-border', score: 1, fake: true, message: 'A screen.' }],
};
const NOBODY = without('FaceNotFound');
const CROWD = without('MultipleFacesFound');
const STRANGER = frame(1);

/** A face that is seen to move after so many frames. */
const moving = (after = 0): Movement => {
  let seen = 0;
  return {
    add: () => {
      seen++;
    },
    alive: () => seen >= after,
  };
};
/** Frames a second of the videos here. */
const RATE = 5;

/** Counts frames until they decide: after how many, and what. */
function decide(frames: readonly LiveAnalysis[], movement = moving()) {
  const evidence = createVideoEvidence(movement);
  const at = frames.findIndex((analysis, i) =>
    evidence.count({ number: i + 1, seconds: i / RATE }, analysis),
  );
  return { looked: at < 0 ? frames.length : at + 1, ...evidence.decision() };
}
const times = (count: number, analysis: LiveAnalysis) => Array<LiveAnalysis>(count).fill(analysis);
const codesOf = ({ errors }: ReturnType<typeof decide>) => errors.map(({ errorCode }) => errorCode);

describe('the frames of a video', () => {
  it('decide for a live person once seven usable ones are clear enough', () => {
    expect(decide(times(9, LIVE))).toMatchObject({ live: true, errors: [], looked: 7 });
    const doubtful = decide(times(25, frame(0, 0.65)));
    expect(doubtful).toMatchObject({ live: true, looked: 10 });
  });

  it('of a covered face need more evidence', () => {
    const covered = { ...frame(0, 0.65), covered: true };
    expect(decide(times(25, covered))).toMatchObject({ live: false });
    const surely = { ...frame(0, 0.9), covered: true };
    expect(decide(times(9, surely))).toMatchObject({ live: true, errors: [], looked: 7 });
  });

  it('wait for usable ones, however many are unusable', () => {
    const turning = [...times(6, LIVE), ...times(16, NOBODY), LIVE];
    expect(decide(turning)).toMatchObject({ live: true, errors: [], looked: 23 });
  });

  it('decide against it likewise, each with its error', () => {
    const decision = decide(times(9, REJECTED));
    expect(decision).toMatchObject({ live: false, looked: 7 });
    expect(decision.errors).toHaveLength(7);
    expect(decision.errors[0]).toMatchObject({
      errorCode: 'RejectedByPassiveLiveDetection',
      message: expect.stringMatching(/^frame 1: /),
    });
  });

  it('do not add up to a live person if each is barely over the threshold', () => {
    const decision = decide(times(25, frame(0, 0.54)));
    expect(decision).toMatchObject({ live: false, looked: 25 });
    expect(codesOf(decision)).toEqual(['RejectedByPassiveLiveDetection']);
  });

  it('count more against than for: replays have frames that look live', () => {
    const decision = decide(times(25, LIVE).map((each, i) => (i % 3 === 2 ? FAKE : each)));
    expect(decision.live).toBe(false);
    expect(new Set(codesOf(decision))).toEqual(new Set(['RejectedByObviousFakeDetector']));
  });

  it.each([
    ['too few that can still be usable', [...times(6, LIVE), ...times(19, NOBODY)], 25],
    ['several faces from the start', times(25, CROWD), 19],
    ['the end before a decision', times(6, LIVE), 6],
  ])('fail by %s', (_, frames, looked) => {
    const decision = decide(frames);
    expect(decision).toMatchObject({ live: false, looked });
    expect(codesOf(decision)).toEqual(['FailureToAcquire']);
  });

  it('are listed in the order of the video, with the mean of their scores', () => {
    const evidence = createVideoEvidence(moving());
    for (const number of [1, 21, 41, 11, 31])
      evidence.count({ number, seconds: number / RATE }, frame(0, 0.6));
    const { images, livenessScore } = evidence.decision();
    expect(images.map(({ frameNumber }) => frameNumber)).toEqual([1, 11, 21, 31, 41]);
    expect(livenessScore).toBe(0.6);
  });
});

describe('a face that looks live', () => {
  it('is examined until it moves', () => {
    expect(decide(times(25, LIVE), moving(12))).toMatchObject({ live: true, looked: 12 });
  });

  it('is not live if it never moves', () => {
    const decision = decide(times(25, LIVE), moving(Infinity));
    expect(decision).toMatchObject({ live: false, looked: 25 });
    expect(decision.errors).toEqual([
      {
        errorCode: 'RejectedByActiveLiveDetection',
        message: expect.stringMatching(/neither blinked nor spoke nor turned/),
      },
    ]);
  });

  describe('and blinks', () => {
    const OPEN = Array<number>(10).fill(35);
    /** Follows the face through a blink, then counts a frame. */
    function blinkBefore(analysis: LiveAnalysis, seconds = 0.05) {
      const evidence = createVideoEvidence(moving(Infinity));
      for (const i of times(7, LIVE).keys())
        evidence.count({ number: 10 * i + 1, seconds: i }, LIVE);
      const asked = [35, ...OPEN, 25, 19, 24, 30, 34].map((open, i) => {
        evidence.follow({ number: i + 10, seconds: 1 + i / 20 }, faceWith([open, open]));
        return evidence.wanted();
      });
      const end = 1 + (asked.length - 1) / 20 + seconds;
      evidence.count({ number: 99, seconds: end }, { ...analysis, ...VIEWED });
      return { asked, wanted: evidence.wanted(), ...evidence.decision() };
    }
    const VIEWED = { view: { ...VIEW, mesh: faceWith([35, 35]) } };

    it('is alive if the next frame shows whose blink it was', () => {
      const { live, asked, wanted } = blinkBefore(LIVE);
      expect(live).toBe(true);
      expect(asked.filter((each) => each === 'whole')).toHaveLength(1);
      expect(wanted).toBe('sampled');
    });

    it.each([
      ['another person', STRANGER, 0.05],
      ['a face without the texture of a live one', REJECTED, 0.05],
      ['the person, but much later', LIVE, 2],
    ])('is not alive if that frame shows %s', (_, analysis, seconds) => {
      expect(blinkBefore(analysis, seconds)).toMatchObject({ live: false, wanted: 'any' });
    });
  });

  it('needs more time than a short video gives it to move', () => {
    const decision = decide(times(10, LIVE), moving(Infinity));
    expect(decision.errors).toEqual([
      {
        errorCode: 'FailureToAcquire',
        message: expect.stringMatching(/at least three seconds/),
      },
    ]);
  });

  it('gets no movement from another face that follows it', () => {
    const seen = moving(8);
    decide([...times(7, LIVE), STRANGER], seen);
    expect(seen.alive()).toBe(false);
  });
});

describe('another person', () => {
  it('ends the video when seen twice', () => {
    const decision = decide([...times(4, LIVE), STRANGER, LIVE, STRANGER, ...times(9, LIVE)]);
    expect(decision).toMatchObject({ live: false, looked: 7 });
    expect(decision.errors).toEqual([5, 7].map((number) => another(number)));
  });

  it('only counts against when seen once', () => {
    expect(decide([LIVE, STRANGER, frame(2), ...times(9, LIVE)])).toMatchObject({ live: true });
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
