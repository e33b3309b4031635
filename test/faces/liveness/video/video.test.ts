/** Frames of real videos: containers, codecs, rotation, limits, damage, time and cancellation. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSound, makeVideo } from '../../../../evaluation/liveness/make-video.ts';
import { decodeImage } from '../../../../src/faces/image/decode.ts';
import { type SamplingOptions, sampleFrames } from '../../../../src/faces/liveness/video/video.ts';
import { withoutLevel, writtenLive } from './browser-recordings.ts';

/** Frame i is a grey of i × 10, its upper left corner white. */
let frames: Uint8Array[];

beforeAll(async () => {
  const corner = await sharp({
    create: { width: 60, height: 60, channels: 3, background: '#ffffff' },
  })
    .png()
    .toBuffer();
  frames = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const background = { r: i * 10, g: i * 10, b: i * 10 };
      return sharp({ create: { width: 320, height: 240, channels: 3, background } })
        .composite([{ input: corner, left: 0, top: 0 }])
        .png()
        .toBuffer();
    }),
  );
});

interface SeenFrame {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** In the middle. */
  readonly grey: number;
  /** A little inside each corner. */
  readonly corners: Readonly<Record<string, number>>;
}

/** Other work on this machine must not make a video take too long. */
const PATIENT = { timeout: 60_000, patience: 60_000 };

async function sample(video: Uint8Array, options: Partial<SamplingOptions> = {}) {
  const seen: SeenFrame[] = [];
  const { signal } = new AbortController();
  for await (const { number, image } of sampleFrames(video, {
    count: 5,
    signal,
    ...PATIENT,
    ...options,
  })) {
    const { picture } = await decodeImage(image, { maxPixels: 1e7, maxSide: 2000 });
    const { width, height, data } = picture;
    const at = (x: number, y: number) => data[(y * width + x) * 3]!;
    const corners = {
      'upper left': at(20, 20),
      'upper right': at(width - 20, 20),
      'lower left': at(20, height - 20),
      'lower right': at(width - 20, height - 20),
    };
    seen.push({ number, width, height, grey: at(width / 2, height / 2), corners });
  }
  return seen;
}

describe('sampleFrames', () => {
  it.each([
    ['mp4', 'avc'],
    ['mov', 'avc'],
    ['webm', 'vp8'],
    ['webm', 'vp9'],
    ['webm', 'av1'],
    ['mkv', 'avc'],
    ['mp4', 'vp9'],
    ['mkv', 'vp8'],
  ] as const)('takes frames at equal distances from %s with %s', async (container, codec) => {
    const seen = await sample(await makeVideo(frames, { container, codec }));
    expect(seen.map(({ number }) => number)).toEqual([3, 11, 19, 7, 15]);
    for (const { number, width, height, grey, corners } of seen) {
      expect([width, height]).toEqual([320, 240]);
      expect(Math.abs(grey - (number - 1) * 10)).toBeLessThan(12);
      expect(corners['upper left']).toBeGreaterThan(230);
    }
  });

  it('then adds small frames between, and a whole one where asked', async () => {
    const any = ['any', 'any', 'any', 'any'] as const;
    const asked = ([...any, 'any', 'whole', 'any', 'sampled'] as const).values();
    const video = await makeVideo(frames);
    const wanted = () => asked.next().value ?? 'sampled';
    const seen: string[] = [];
    const { signal } = new AbortController();
    for await (const frame of sampleFrames(video, { count: 5, wanted, signal, ...PATIENT }))
      seen.push(`${frame.number}${frame.sampled ? '' : ' small'}`);
    const between = ['1 small', '2 small', '3', '4 small'];
    expect(seen).toEqual(['3', '11', '19', ...between, '7', '15']);
  });

  it.each([
    ['vp8', false],
    ['vp8', true],
    ['vp9', false],
    ['vp9', true],
  ] as const)('reads WebM with %s that a browser wrote live (transparent: %s)', async (...as) => {
    const [codec, transparent] = as;
    const whole = await makeVideo(frames, { container: 'webm', codec });
    const seen = await sample(await writtenLive(whole, { transparent }));
    expect(seen.map(({ number }) => number)).toEqual([3, 11, 19, 7, 15]);
    for (const { number, grey } of seen)
      expect(Math.abs(grey - (number - 1) * 10)).toBeLessThan(12);
  });

  it('reads a minute of large frames, whose pixels it does not keep', async () => {
    const large = await Promise.all(
      frames
        .slice(0, 10)
        .map((frame) => sharp(frame).resize(1920, 1080, { fit: 'fill' }).toBuffer()),
    );
    const whole = await makeVideo(large, { container: 'webm', codec: 'vp8' });
    const seen = await sample(await writtenLive(whole, { times: 60 }));
    expect(seen.map(({ number }) => number)).toEqual([61, 301, 541, 181, 421]);
  });

  it('reads VP9 in MP4 without a level, as Chromium records it', async () => {
    const video = withoutLevel(await makeVideo(frames, { container: 'mp4', codec: 'vp9' }));
    expect(await sample(video)).toHaveLength(5);
  });

  it.each(['mp4', 'mov', 'mkv'] as const)(
    'reads HEVC from %s, whose test encoder numbers frames after a key frame loosely',
    async (container) => {
      const seen = await sample(await makeVideo(frames, { container, codec: 'hevc' }));
      expect(seen).toHaveLength(5);
      for (const { number, grey } of seen)
        expect(Math.abs(grey - (number - 1) * 10)).toBeLessThanOrEqual(25);
    },
  );

  it.each([
    [90, 240, 320, 'upper right'],
    [180, 320, 240, 'lower right'],
    [270, 240, 320, 'lower left'],
  ] as const)(
    'rotates frames by %i° as the metadata say',
    async (rotation, width, height, corner) => {
      const video = await makeVideo(frames.slice(0, 5), { rotation });
      const [seen] = await sample(video, { count: 1 });
      expect([seen!.width, seen!.height]).toEqual([width, height]);
      const bright = Object.entries(seen!.corners).filter(([, grey]) => grey > 200);
      expect(bright.map(([name]) => name)).toEqual([corner]);
    },
  );

  it('returns every frame of a video with fewer than requested', async () => {
    const seen = await sample(await makeVideo(frames.slice(0, 3)), { count: 17 });
    expect(seen.map(({ number }) => number)).toEqual([1, 3, 2]);
  });

  it('refuses a video that is too long, with its length', async () => {
    const minute = Array.from({ length: 62 }, (_, i) => frames[i % 20]!);
    const video = await makeVideo(minute, { framesPerSecond: 1 });
    await expect(sample(video)).rejects.toMatchObject({
      name: 'InvalidArgument',
      reason: '61 s exceed the limit of 60 s',
    });
    expect(await sample(await makeVideo(minute.slice(0, 61), { framesPerSecond: 1 }))).toHaveLength(
      5,
    );
  });

  it('refuses images, nonsense and nothing', async () => {
    await expect(sample(frames[0]!)).rejects.toMatchObject({
      reason: 'an image (png), not a video',
    });
    for (const bytes of [new Uint8Array(3), Buffer.alloc(300_000, 7), new Uint8Array()])
      await expect(sample(bytes)).rejects.toMatchObject({ reason: 'not a decodable video' });
    await expect(sample(new Uint8Array(50 * 1024 * 1024 + 1))).rejects.toMatchObject({
      reason: 'larger than 50 MB',
    });
  });

  it('ends at the break of a truncated video, or refuses it', async () => {
    const whole = await makeVideo(frames, { container: 'mp4', codec: 'avc' });
    for (const share of [0.2, 0.9]) {
      const seen = await sample(whole.subarray(0, whole.length * share)).catch((error) => error);
      if (seen instanceof Error)
        expect(seen.message).toMatch(
          /^video: (not a decodable video|the file holds no video|the video has no frames)$/,
        );
      else expect(seen.length).toBeLessThanOrEqual(5);
    }
  });

  it.each([
    ['webm', 'vp8'],
    ['webm', 'vp9'],
    ['mkv', 'avc'],
    ['mp4', 'avc'],
  ] as const)('sees the first half of %s with %s cut in half', async (container, codec) => {
    const whole = await makeVideo(frames, { container, codec });
    const seen = await sample(whole.subarray(0, whole.length / 2), { count: 17 });
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...seen.map(({ number }) => number))).toBeLessThan(20);
  });

  it('refuses a file with sound only', async () => {
    await expect(sample(await makeSound())).rejects.toMatchObject({
      reason: 'the file holds no video',
    });
  });

  it('survives damage anywhere', { timeout: 60_000 }, async () => {
    const whole = await makeVideo(frames, { container: 'mkv' });
    const outcomes = new Set<string>();
    for (const [from, every] of [
      [0, 97],
      [600, 999],
      [whole.length * 0.5, 11],
    ] as const) {
      const damaged = whole.map((byte, i) => (i > from && i % every === 1 ? ~byte : byte));
      const seen = await sample(damaged).catch((error) => error);
      outcomes.add(seen instanceof Error ? seen.name : 'frames');
    }
    expect(outcomes).toEqual(new Set(['InvalidArgument', 'frames']));
    expect(await sample(whole)).toHaveLength(5);
  });

  it('stops when the caller has left, and gives up after too long', async () => {
    const video = await makeVideo(frames);
    await expect(sample(video, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'Cancelled',
    });
    await expect(sample(video, { timeout: 1 })).rejects.toMatchObject({
      name: 'DeadlineExceeded',
    });
    expect(await sample(video)).toHaveLength(5);
  });

  describe.skipIf(process.platform !== 'linux')('when its decoder', () => {
    /** Signals the decoder between two frames; answers how many frames there were. */
    const signalled = async (signal: NodeJS.Signals, patience: number) => {
      const frames = sampleFrames(await makeVideo(many()), {
        count: 17,
        signal: new AbortController().signal,
        patience,
      });
      let seen = 0;
      for await (const _ of frames) {
        seen += 1;
        if (seen === 1) for (const pid of await children()) process.kill(pid, signal);
      }
      return seen;
    };
    const many = () => Array.from({ length: 60 }, (_, i) => frames[i % 20]!);
    const children = async () => {
      const list = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
      const pids = list.trim().split(' ').filter(Boolean).map(Number);
      const lines = await Promise.all(
        pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
      );
      return pids.filter((_, i) => lines[i]!.includes('video-decoder'));
    };

    it('crashes, refuses the video and continues', async () => {
      await expect(signalled('SIGSEGV', PATIENT.patience)).rejects.toMatchObject({
        reason: 'not a decodable video',
        detail: 'the decoder ended with SIGSEGV',
      });
      expect(await children()).toEqual([]);
    });

    it('is ended from outside does not blame the video', async () => {
      await expect(signalled('SIGKILL', PATIENT.patience)).rejects.toMatchObject({
        name: 'Unavailable',
      });
    });

    it('hangs, gives up and leaves no process behind', async () => {
      await expect(signalled('SIGSTOP', 2_000)).rejects.toMatchObject({
        name: 'DeadlineExceeded',
      });
      expect(await children()).toEqual([]);
    });
  });

  it('of one client is busy, leaves a decoder to others', async () => {
    const video = await makeVideo(frames);
    const gone = new AbortController();
    const { signal } = gone;
    const flood = Array.from({ length: 30 }, async (_, i) => {
      const share = { client: 'flood', caller: `call ${i}` };
      for await (const _ of sampleFrames(video, { count: 5, signal, share }))
        if (!signal.aborted) await once(signal, 'abort');
    });
    const ends = Promise.allSettled(flood);
    const share = { client: 'other', caller: 'call' };
    expect(await sample(video, { share })).toHaveLength(5);
    gone.abort();
    const codes = (await ends).flatMap((end) => ('reason' in end ? [end.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['Cancelled', 'Unavailable']));
  });

  it('lets more callers than decoders take turns', async () => {
    const video = await makeVideo(frames.slice(0, 4));
    const all = await Promise.all(Array.from({ length: 5 }, () => sample(video, { count: 2 })));
    expect(all.map((seen) => seen.length)).toEqual([2, 2, 2, 2, 2]);
  });
});
