/** Which frames of a burst are judged: those that show a face, whichever the caller sent where. */
import { expect, it } from 'vitest';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import type { FrameAnalysis } from '../../../src/faces/liveness/burst/burst-frame.ts';
import { examineBurst } from '../../../src/operations/liveness/burst.ts';

/** Frames at these places show nobody. */
async function judgedOf(count: number, empty: readonly number[]) {
  let analyses = 0;
  const engine = {
    status: () => ({ workers: 2 }),
    async analyseFrame([place]: Uint8Array, { texture }: { readonly texture?: boolean }) {
      analyses++;
      const view = empty.includes(place!) ? undefined : ({} as FrameAnalysis['view']);
      const passive = { decided: true, score: 0.5 };
      return { ...(view && { view }), ...(view && texture && { passive }) };
    },
  } as unknown as FaceEngine;
  const burst = Array.from({ length: count }, (_, i) => ({
    ...{ bytes: Uint8Array.of(i), field: `burst[${i}]`, milliseconds: i },
  }));
  const work = { signal: new AbortController().signal } as Parameters<typeof examineBurst>[2];
  const frames = (await examineBurst(engine, burst, work))!;
  expect(frames.map(({ milliseconds }) => milliseconds)).toEqual([...burst.keys()]);
  return { analyses, judged: [...burst.keys()].filter((i) => frames[i]!.passive !== undefined) };
}

it('judges the texture of the first, middle and last frame', async () => {
  expect(await judgedOf(9, [])).toEqual({ analyses: 9, judged: [0, 4, 8] });
});

it('judges others where these show no face', async () => {
  expect(await judgedOf(9, [0, 4, 8])).toEqual({ analyses: 12, judged: [1, 5, 7] });
  expect(await judgedOf(9, [4])).toEqual({ analyses: 10, judged: [0, 5, 8] });
});

it('judges none if none shows a face', async () => {
  expect((await judgedOf(5, [0, 1, 2, 3, 4])).judged).toEqual([]);
});
