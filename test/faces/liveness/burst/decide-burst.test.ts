/** Bursts of a recorded head that nods, of pictures that jump or fade, and of other people. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import type { BurstFrame } from '../../../../src/faces/liveness/burst/burst-frame.ts';
import { burstProblem } from '../../../../src/faces/liveness/burst/decide-burst.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { filmOf, recordings } from '../../../../testing/recordings.ts';
import { sharedPath } from '../../../../testing/shared.ts';

const folder = recordings();
const modelsDir = sharedPath('models');

it.each([
  ['not numbers', [NaN, NaN, NaN, NaN, NaN]],
  ['without end', [1, 2, 3, Infinity, Infinity]],
  ['negative', [-2, -1, 0, 1, 2]],
  ['partly not numbers', [1, NaN, 3, 4, 5]],
])('times that are %s are in no order', (_, times) => {
  const frames = times.map((milliseconds) => ({
    ...{ hash: new Uint8Array(32), grey: new Float64Array(0), milliseconds },
  }));
  const outer = { view: undefined, hash: new Uint8Array(32) } as never;
  expect(burstProblem(outer, frames, outer)).toBe('out-of-order');
});

describe.skipIf(folder === undefined || modelsDir === undefined)('a burst', () => {
  let engine: FaceEngine;
  let small: Buffer[];
  /** From a straight look to a nod. */
  let nod: BurstFrame[];

  const seen = async (image: Buffer, i: number): Promise<BurstFrame> => ({
    ...(await engine.analyseFrame(image, { texture: true })),
    milliseconds: i * 80,
  });
  const smallOf = async (name: string, count: number) =>
    Promise.all(
      (await filmOf(folder!, name, count)).map((frame) =>
        sharp(frame).resize({ height: 320 }).jpeg().toBuffer(),
      ),
    );
  const judge = (frames: readonly BurstFrame[]) =>
    burstProblem(frames[0]!, frames.slice(1, -1), frames.at(-1)!);
  /** The frames at these places of the nod, each at its own time. */
  const inOrder = (...places: number[]) =>
    places.map((place, i) => ({ ...nod[place]!, milliseconds: i * 80 }));

  beforeAll(async () => {
    engine = await testEngine({ modelsDir: modelsDir! });
    small = await smallOf('live/nod-head.mp4', 36);
    nod = await Promise.all([1, 3, 5, 7, 9, 11, 13, 15, 17].map((i, k) => seen(small[i]!, k)));
  });
  afterAll(() => engine.close());

  it('passes if it follows a head, whichever way the head moves', () => {
    expect(judge(nod)).toBeUndefined();
    expect(judge(inOrder(8, 7, 6, 5, 4, 3, 2, 1, 0))).toBeUndefined();
  });

  it('has a jump if one picture replaces another', () => {
    expect(judge(inOrder(0, 0, 0, 0, 8, 8, 8, 8))).toBe('jump');
    expect(judge(inOrder(0, 0, 0, 0, 0, 0, 8))).toBe('jump');
    expect(judge(inOrder(0, 8, 0, 8, 0, 8, 8))).toBe('jump');
    expect(judge(inOrder(0, 1, 8, 7, 0, 8, 7, 8))).toBe('jump');
  });

  it('is recognised as a mixture if one picture is faded into another', async () => {
    const faded = await Promise.all(
      Array.from({ length: 7 }, async (_, i) => {
        const over = await sharp(small[17]!)
          .ensureAlpha(i / 6)
          .png()
          .toBuffer();
        return seen(
          await sharp(small[1]!)
            .composite([{ input: over }])
            .jpeg()
            .toBuffer(),
          i,
        );
      }),
    );
    expect(burstProblem(nod[0]!, faded, nod[8]!)).toBe('faded');
  });

  it('is refused if it leads to another person, or is a replay', async () => {
    const [stranger] = await smallOf('live/k-real.mp4', 1);
    expect(judge([...nod.slice(0, 8), await seen(stranger!, 8)])).toBe('elsewhere');
    const replay = await smallOf('replay/w-fake.mp4', 7);
    expect(judge(await Promise.all(replay.map(seen)))).toBe('texture');
  });

  it('without a judged texture proves nothing', () => {
    expect(judge(nod.map(({ passive, ...frame }) => frame))).toBe('texture');
    const undecided = nod.map((frame) => ({
      ...frame,
      passive: { ...frame.passive!, decided: false },
    }));
    expect(judge(undecided)).toBe('texture');
  });

  it('has to follow the demanded direction', () => {
    const [first, ...frames] = inOrder(0, 1, 2, 3, 4, 5, 6, 7, 8);
    const last = frames.pop()!;
    expect(burstProblem(first!, frames, last, { asked: ['down'] })).toBeUndefined();
    expect(burstProblem(first!, frames, last, { asked: ['up'] })).toBe('detour');
    expect(burstProblem(first!, frames, last, { asked: ['left'] })).toBe('detour');
  });

  it('needs five frames of one face, in the order of their times', () => {
    const [first, ...frames] = nod;
    const last = frames.pop()!;
    expect(burstProblem(first!, frames.slice(0, 4), last)).toBe('few');
    expect(burstProblem(first!, frames.toReversed(), last)).toBe('out-of-order');
    const nobody = frames.map(({ hash, grey, milliseconds }) => ({ hash, grey, milliseconds }));
    expect(burstProblem(first!, nobody, last)).toBe('no-face');
  });
});
