/** What the outcome table is about: calls of every mode on recordings, photographs and pairs. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';

/** One call; rows of the table collect those of the same mode and input. */
export interface Case {
  readonly mode: string;
  readonly input: string;
  readonly truth: 'live' | 'attack' | 'same person' | 'other person';
  readonly path: string;
  readonly body: object;
}

export interface Data {
  /** Folder with `videos/live`, `videos/replay`, `photos` and `composites`. */
  readonly liveness: string;
  /** Folder with one sub-folder of photographs a person, and lines a,b,same of pairs of them. */
  readonly faces: string;
  readonly pairs: string;
  /** How many of the photographs, and of the pairs of each kind. */
  readonly sample: number;
}

const IMAGES = '/api/v1/livenessdetection';
const VIDEO = '/api/v1/videolivenessdetection';
const PHOTO = '/api/v1/photoverify';

/** Frames of a recording that pairs are made of: the first with each of the others. */
const FRAMES = 8;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export async function* casesOf(data: Data): AsyncGenerator<Case> {
  yield* singleImages(data);
  for (const [kind, truth] of [
    ['live', 'live'],
    ['replay', 'attack'],
  ] as const)
    for (const name of await files(join(data.liveness, 'videos', kind))) {
      const path = join(data.liveness, 'videos', kind, name);
      const video = base64(await readFile(path));
      yield { mode: 'video', input: name, truth, path: VIDEO, body: { video } };
      yield* pairsOfFrames(path, name, truth);
    }
  yield* photoVerifications(data);
}

async function* singleImages({ liveness, faces, sample }: Data): AsyncGenerator<Case> {
  const one = async (input: string, truth: Case['truth'], path: string): Promise<Case> => {
    const image = base64(await readFile(path));
    return { mode: 'one image', input, truth, path: IMAGES, body: { liveImages: [{ image }] } };
  };
  const photos = join(liveness, 'photos');
  for (const name of await files(photos))
    yield one(name, name.startsWith('original') ? 'live' : 'attack', join(photos, name));
  for (const [folder, input, truth] of [
    ['composites/real', 'portraits', 'live'],
    ['composites/composite', 'composites (faces pasted in)', 'attack'],
  ] as const)
    for (const name of spread(await files(join(liveness, folder)), sample))
      yield one(input, truth, join(liveness, folder, name));
  for (const person of spread(await files(faces), sample)) {
    const [first] = await files(join(faces, person));
    if (first !== undefined) yield one('press photographs', 'live', join(faces, person, first));
  }
}

async function* pairsOfFrames(
  path: string,
  input: string,
  truth: Case['truth'],
): AsyncGenerator<Case> {
  let first: string | undefined;
  const options = { count: FRAMES, signal: AbortSignal.any([]) };
  for await (const frame of sampleFrames(await readFile(path), options)) {
    const image = base64(frame.image);
    if (first !== undefined) {
      const liveImages = [{ image: first }, { image }];
      yield { mode: 'two images', input, truth, path: IMAGES, body: { liveImages } };
    }
    first ??= image;
  }
}

async function* photoVerifications({ faces, pairs, sample }: Data): AsyncGenerator<Case> {
  const lines = (await readFile(pairs, 'utf8').catch(() => '')).trim().split('\n').slice(1);
  for (const [flag, truth] of [
    ['1', 'same person'],
    ['0', 'other person'],
  ] as const)
    for (const line of spread(
      lines.filter((each) => each.endsWith(`,${flag}`)),
      sample,
    )) {
      const [live, photo] = await Promise.all(
        line.split(',', 2).map(async (name) => base64(await readFile(join(faces, name)))),
      );
      const liveImages = [{ image: live }];
      const body = { liveImages, photo, disableLivenessDetection: true };
      yield { mode: 'photo verify, liveness disabled', input: 'pairs', truth, path: PHOTO, body };
    }
}

async function files(folder: string): Promise<string[]> {
  return (await readdir(folder).catch((): string[] => [])).sort();
}

/** At most `count` of the values, at equal distances. */
function spread<T>(values: readonly T[], count: number): T[] {
  const taken = Math.min(count, values.length);
  return Array.from({ length: taken }, (_, i) => values[Math.floor((i * values.length) / taken)]!);
}
