/** The presentations to judge: frames of recordings, photographs, composites, portraits. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import { MEDIA, type Medium, renderScene } from './scenes.ts';

/** Bona fide presentations of one kind, or attacks of one species. */
export interface SampleSet {
  readonly name: string;
  readonly kind: 'bona fide' | 'attack';
  /** False: shown, but not part of APCER, BPCER and ACER. */
  readonly counts: boolean;
  /** Clips, or image files. */
  readonly sources: readonly string[];
  /** Medium that shows each file in a rendered scene. */
  readonly medium?: Medium;
  /** Width of the cut in face boxes; see `fillFrame`. */
  readonly reach?: number;
}

export interface SampleOptions {
  /** Folder with `videos`, `photos` and `composites`. */
  readonly data: string;
  /** LFW-like folder of photographs, with a subfolder for each person. */
  readonly faces?: string | undefined;
  /** How many of its people. */
  readonly people: number;
  /** How many of its people are shown on each medium. */
  readonly scenes: number;
}

const files = (folder: string, pattern = /./): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => pattern.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

/** One photograph of every n-th person, starting at `first`. */
function portraits(folder: string, people: number, first = 0): string[] {
  const folders = files(folder);
  const step = Math.max(1, Math.floor(folders.length / people));
  return folders
    .filter((_, index) => index % step === first % step)
    .slice(0, people)
    .flatMap((person) => files(person, /\.jpe?g$/).slice(0, 1));
}

/** Cut until only face and picture are left. Live people likewise, for comparison. */
const FILLING = [
  { name: 'phone fills frame', kind: 'attack', folder: 'rooms/phone' },
  { name: 'phone, print fills frame', kind: 'attack', folder: 'phones-and-prints' },
  { name: 'live in a room, cut', kind: 'bona fide', folder: 'rooms/live' },
  { name: 'live in offices, cut', kind: 'bona fide', folder: 'offices' },
] as const;
/** A little more than liveness needs (`leastReach`), and the most that few screens exceed. */
const REACHES = [1.6, 1.9];

/** All sets with files. */
export function listSamples({ data, faces, people, scenes }: SampleOptions): SampleSet[] {
  const photos = join(data, 'photos');
  const set = (name: string, kind: SampleSet['kind'], sources: string[], counts = true) => ({
    name,
    kind,
    counts,
    sources,
  });
  return [
    set('live video', 'bona fide', files(join(data, 'videos/live'))),
    set('replay video', 'attack', files(join(data, 'videos/replay'))),
    set('photo of paper', 'attack', files(photos, /^paper-/)),
    set('photo of screen', 'attack', files(photos, /^screen-/)),
    set('phone in a room', 'attack', files(join(data, 'rooms/phone'))),
    set('phones and prints', 'attack', files(join(data, 'phones-and-prints'))),
    set('live in a room', 'bona fide', files(join(data, 'rooms/live'))),
    set('live in offices', 'bona fide', files(join(data, 'offices'))),
    ...FILLING.flatMap(({ name, kind, folder }) =>
      REACHES.map((reach) => ({
        ...set(`${name} × ${reach}`, kind, files(join(data, folder)), false),
        reach,
      })),
    ),
    set('original photo', 'bona fide', files(photos, /^original-/), false),
    set('portrait', 'bona fide', files(join(data, 'composites/real')), false),
    set('composite', 'attack', files(join(data, 'composites/composite')), false),
    set('LFW photo', 'bona fide', faces === undefined ? [] : portraits(faces, people), false),
    ...(Object.keys(MEDIA) as Medium[]).map((medium) => {
      const sources = faces === undefined ? [] : portraits(faces, scenes, SCENE_PEOPLE);
      return { ...set(`rendered ${medium}`, 'attack', sources, false), medium };
    }),
  ].filter(({ sources }) => sources.length > 0);
}

/** Encoded images of all sources of a set, with the name of their source. */
export async function* picturesOf(
  { sources, medium }: SampleSet,
  frames: number,
): AsyncGenerator<{ readonly source: string; readonly image: Uint8Array }> {
  for (const [index, source] of sources.entries()) {
    const room = sources[(index + ROOM_PEOPLE) % sources.length]!;
    if (medium === undefined)
      for await (const image of presentationsOf(source, frames)) yield { source, image };
    else yield { source, image: await renderScene(medium, source, room, index) };
  }
}

/** People whose photographs are shown. Others served to choose thresholds. */
const SCENE_PEOPLE = 3;
/** Distance in people to the photograph that becomes the room. */
const ROOM_PEOPLE = 7;

/** The frames of a recording, as the service sees them, or the file itself. */
async function* presentationsOf(source: string, frames: number): AsyncGenerator<Uint8Array> {
  if (!/\.(mp4|mov|webm|mkv)$/.test(source)) {
    yield await readFile(source);
    return;
  }
  const signal = AbortSignal.any([]);
  const options = { count: frames, signal, timeout: PATIENCE, patience: PATIENCE };
  for await (const { image } of sampleFrames(await readFile(source), options)) yield image;
}

/** Most milliseconds for decoding a recording. */
const PATIENCE = 300_000;
