import { describe, expect, it } from 'vitest';
import type { Hint } from '../../../web/capture/hints.ts';
import type { Look } from '../../../web/capture/look.ts';
import { firstMoment, nextMoment, type Verdict } from '../../../web/capture/moment.ts';
import { face } from './looks.ts';

const GREY = { width: 160, height: 200, values: new Float32Array(160 * 200).fill(120) };

/** The look at so many milliseconds. */
function look(at: number, changed: Partial<Look> = {}): Look {
  return {
    light: { mean: 120, around: 130, deviation: 40, sharpness: 0.12 },
    motion: 0.02,
    faceMotion: 0.01,
    faces: [face()],
    grey: GREY,
    frame: { at, number: at },
    ...changed,
  };
}

/** Milliseconds after which the image is taken; undefined: it is not within ten seconds. */
function takenAfter(
  decide: (look: Look) => Verdict,
  changed: (at: number) => Partial<Look>,
): number | undefined {
  for (let at = 0; at <= 10_000; at += 100) if (decide(look(at, changed(at))).take) return at;
  return undefined;
}

describe('the first image', () => {
  it('is taken after half a second without objection', () => {
    expect(takenAfter(firstMoment(), () => ({}))).toBe(500);
    const moving = (at: number) => ({ faceMotion: at < 1000 ? 0.2 : 0.01 });
    expect(takenAfter(firstMoment(), moving)).toBe(1500);
  });

  it('is never taken without a face, or before faces can be found', () => {
    expect(takenAfter(firstMoment(), () => ({ faces: [] }))).toBeUndefined();
    expect(takenAfter(firstMoment(), () => ({ faces: 'awaited' }))).toBeUndefined();
    const afar = [face({ side: 0.1 })];
    expect(takenAfter(firstMoment(), () => ({ faces: afar }))).toBeUndefined();
  });

  it('is taken after four seconds of advice on the light, which may be wrong', () => {
    const light = { mean: 30, around: 200, deviation: 5, sharpness: 0.01 };
    expect(takenAfter(firstMoment(), () => ({ light }))).toBe(4000);
    expect(takenAfter(firstMoment(), () => ({ light, faces: 'unknown' }))).toBeUndefined();
  });

  it('is taken of a covered face after fifteen seconds, which may have reasons', () => {
    const masked = { faces: [{ ...face(), covered: 0.99 }] };
    const restless = (at: number) => ({ ...masked, faceMotion: at % 2000 === 0 ? 0.1 : 0.01 });
    const decide = firstMoment();
    expect(takenAfter(decide, restless)).toBeUndefined();
    expect(decide(look(14_900, masked))).toEqual({ hint: 'faceCovered', take: false });
    expect(decide(look(15_100, masked))).toEqual({ hint: 'ready', take: false });
    expect(decide(look(15_700, masked)).take).toBe(true);
    const uncovered = (at: number) => (at < 3000 ? masked : {});
    expect(takenAfter(firstMoment(), uncovered)).toBe(3500);
  });

  it('is left to the person if no finder can run, because there may be nobody', () => {
    expect(takenAfter(firstMoment(), () => ({ faces: 'unknown' }))).toBeUndefined();
  });
});

describe('the next image', () => {
  const hintsOf = (decide: (look: Look) => Verdict, ...faces: Look['faces'][]): Hint[] =>
    faces.map((seen, i) => decide(look(i * 100, { faces: seen })).hint);

  it.each([
    ['left', { yaw: 20 }],
    ['right', { yaw: -20 }],
    ['down', { pitch: 11 }],
    ['up', { pitch: -11 }],
    [undefined, { yaw: -20 }],
    [undefined, { pitch: 11 }],
  ] as const)('is taken once the head has moved %s and is still', (direction, pose) => {
    const moved = (at: number) => ({ faces: [face(at < 1000 ? {} : pose)] });
    expect(takenAfter(nextMoment(look(0), direction), moved)).toBe(1100);
  });

  it('is not taken for less, another way, a movement across or a shift', () => {
    for (const pose of [{ yaw: 12 }, { yaw: -20 }, { yaw: 20, pitch: 28 }, { x: 0.6 }]) {
      const moved = () => ({ faces: [face(pose)] });
      expect(takenAfter(nextMoment(look(0), 'left'), moved)).toBeUndefined();
    }
  });

  it('tells meanwhile what is wrong, and how far the head has come', () => {
    const decide = nextMoment(look(0), 'left');
    const hints = hintsOf(decide, [face()], [], [face(), face({ x: 0.8 })], [face({ yaw: -20 })]);
    expect(hints).toEqual(['turnLeft', 'noFace', 'severalFaces', 'otherWay']);
    const half = decide(look(0, { faces: [face({ yaw: 9 })] }));
    expect(half.progress).toBeCloseTo(0.5, 6);
    expect(half.hint).toBe('turnFurther');
  });

  it('asks for a slower turn where the head came far enough and did not stay', () => {
    const decide = nextMoment(look(0), 'left');
    const [straight, turned] = [[face()], [face({ yaw: 20 })]];
    expect(hintsOf(decide, straight, turned, straight, [], straight)).toEqual([
      ...['turnLeft', 'turnLeft', 'turnSlower', 'noFace', 'turnSlower'],
    ]);
    expect(hintsOf(decide, [face({ yaw: 9 })], turned, [face({ yaw: -20 })])).toEqual([
      ...['turnFurther', 'turnLeft', 'otherWay'],
    ]);
  });

  it('is taken after a while of a head that does not hold still', () => {
    const restless = () => ({ faces: [face({ yaw: 20 })], faceMotion: 0.2 });
    expect(takenAfter(nextMoment(look(0), 'left'), restless)).toBe(1200);
  });

  it('is taken on a change of the picture if no finder can run', () => {
    const changed = { ...GREY, values: GREY.values.map((_, i) => (i % 160 < 80 ? 20 : 220)) };
    const decide = nextMoment(look(0, { faces: 'unknown' }), 'left');
    const turned = (at: number) => ({
      faces: 'unknown' as const,
      ...(at >= 1000 && { grey: changed }),
    });
    expect(takenAfter(decide, turned)).toBe(1100);
  });
});
