/** The presentations to judge: frames of recordings, photographs, composites, portraits. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { videoFrames } from '../video-frames.ts';

/** Bona fide presentations of one kind, or attacks of one species. */
export interface SampleSet {
  readonly name: string;
  readonly kind: 'bona fide' | 'attack';
  /** False: shown, but no part of APCER, BPCER and ACER. */
  readonly counts: boolean;
  /** Clips, or files where each is one picture. */
  readonly sources: readonly string[];
}

export interface SampleOptions {
  /** Folder with `videos`, `photos` and `composites`. */
  readonly data: string;
  /** LFW-like folder of photographs, one sub-folder a person. */
  readonly faces?: string | undefined;
  /** How many of its people. */
  readonly people: number;
}

const files = (folder: string, pattern = /./): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => pattern.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

/** One photograph of every n-th person. */
function portraits(folder: string, people: number): string[] {
  const folders = files(folder);
  const step = Math.max(1, Math.floor(folders.length / people));
  return folders
    .filter((_, index) => index % step === 0)
    .slice(0, people)
    .flatMap((person) => files(person, /\.jpe?g$/).slice(0, 1));
}

/** All there is; sets without files are left out. */
export function listSamples({ data, faces, people }: SampleOptions): SampleSet[] {
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
    set('original photo', 'bona fide', files(photos, /^original-/), false),
    set('portrait', 'bona fide', files(join(data, 'composites/real')), false),
    set('composite', 'attack', files(join(data, 'composites/composite')), false),
    set('LFW photo', 'bona fide', faces === undefined ? [] : portraits(faces, people), false),
  ].filter(({ sources }) => sources.length > 0);
}

/** Encoded pictures of a source: the frames of a recording, or the file itself. */
export async function* picturesOf(source: string, frames: number): AsyncGenerator<Uint8Array> {
  if (!/\.(mp4|mov|webm|mkv)$/.test(source)) {
    yield await readFile(source);
    return;
  }
  for await (const frame of videoFrames(source, frames)) yield await encode(frame);
}

/** Without loss, and without spending time on making it small. */
function encode({ width, height, data }: Picture): Promise<Uint8Array> {
  const raw = { width, height, channels: 3 } as const;
  return sharp(data, { raw }).png({ compressionLevel: 0 }).toBuffer();
}
