/** Video liveness on rendered videos: one person from beginning to end, or not. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVideo } from '../../../evaluation/liveness/make-video.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { examineVideo } from '../../../src/operations/liveness/detect-video-liveness.ts';
import { testEngine } from '../../../testing/engine.ts';
import { portrait } from '../../../testing/photos.ts';
import { sharedPath } from '../../../testing/shared.ts';

const SIDE = 400;
const FRAMES = 18;
const modelsDir = sharedPath('models');

describe.skipIf(modelsDir === undefined)('a video', () => {
  let engine: FaceEngine;
  beforeAll(async () => {
    engine = await testEngine({ modelsDir });
  }, 60_000);
  afterAll(() => engine.close());

  /** Pictures of people side by side on a picture of fixed size. */
  async function picture(people: readonly number[], left: number): Promise<Buffer> {
    const input = await Promise.all(people.map((person) => portrait(person, SIDE).toBuffer()));
    const places = input.map((each, i) => ({ input: each, left: left + i * SIDE, top: 20 }));
    const canvas = { width: 2 * SIDE + 20, height: SIDE + 40, channels: 3 } as const;
    return sharp({ create: { ...canvas, background: '#8a9aa8' } })
      .composite(places)
      .png()
      .toBuffer();
  }
  /** A video that shows the first people, then the others; they sway a little. */
  async function examine(first: readonly number[], then: readonly number[]) {
    const frames = Array.from({ length: FRAMES }, (_, i) =>
      picture(i < FRAMES / 2 ? first : then, (i * 7) % 19),
    );
    const video = await makeVideo(await Promise.all(frames));
    return examineFile(video);
  }
  async function examineFile(video: Uint8Array) {
    const { decision, analyses } = await examineVideo(engine, video, {
      signal: AbortSignal.any([]),
    });
    expect(analyses.map(({ image }) => image)).toEqual(decision.images.map(({ image }) => image));
    return decision;
  }
  const messages = (errors: readonly { message: string }[]) =>
    errors.map(({ message }) => message).join('\n');

  it('of one person shows no other', async () => {
    const { errors, images } = await examine([4], [4]);
    expect(messages(errors)).not.toMatch(/another person/i);
    expect(images.length).toBeGreaterThanOrEqual(7);
  });

  it.each([
    [4, 7],
    [9, 4],
  ])('in which person %i becomes person %i is rejected', async (one, other) => {
    const { live, errors } = await examine([one], [other]);
    expect(live).toBe(false);
    expect(messages(errors)).toMatch(/Another person appears/);
  });

  it('that another person enters is rejected', async () => {
    const { live, errors } = await examine([4], [4, 9]);
    expect(live).toBe(false);
    expect(errors.at(-1)).toMatchObject({ errorCode: 'MultipleFacesFound' });
  });

  it('of a portrait moved only by noise is not live, however live it looks', async () => {
    const still = await sharp(portraitOf('rooms/live/02.jpg')).resize(640, 480).png().toBuffer();
    const frames = await Promise.all(Array.from({ length: FRAMES }, () => grainy(still)));
    const { live, errors } = await examineFile(await makeVideo(frames, { framesPerSecond: 5 }));
    expect(live).toBe(false);
    expect(messages(errors)).toMatch(/neither blinked nor spoke nor turned/);
  });

  it('of a person who hardly moves but blinks is live', async () => {
    const file = await readFile(sharedPath('liveness/videos/live/w-real.mp4')!);
    expect(await examineFile(file)).toMatchObject({ live: true, errors: [] });
  });
});

const portraitOf = (name: string) => sharedPath('liveness', name);

/** The picture with the noise of a camera. */
async function grainy(png: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const;
  const input = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  return sharp(png)
    .composite([{ input, blend: 'soft-light' }])
    .png()
    .toBuffer();
}
