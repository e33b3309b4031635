/** Presents recordings of live people and of attacks as the person they show. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine, LiveAnalysis } from '../../src/faces/analysis.ts';
import { isImageName } from '../../src/faces/image/format.ts';
import { decideLiveness } from '../../src/faces/liveness/decide.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import { examineVideo } from '../../src/operations/liveness/detect-video-liveness.ts';
import { classVector } from '../../src/templates/class-vector.ts';
import type { Presented } from './rates.ts';

/** The folder of live recordings. Every other folder is a species of attack. */
export const LIVE = 'live';
/** Frames of a video to compare with the person. */
const COMPARED = 5;
/** Most milliseconds for decoding a recording. */
const PATIENCE = 300_000;

/** Reference features by person. */
export type References = ReadonlyMap<string, readonly Float32Array[]>;

/**
 * @param folder subfolders by species, containing subfolders by person with images or videos
 * @param fmr false-match rate of the match threshold
 * @returns by species
 * @throws Error a person is not enrolled
 */
export async function presentRecordings(
  engine: FaceEngine,
  folder: string,
  references: References,
  fmr: number,
): Promise<Map<string, Presented[]>> {
  const bySpecies = new Map<string, Presented[]>();
  for (const species of await foldersIn(folder)) {
    const presented: Presented[] = [];
    for (const person of await foldersIn(join(folder, species))) {
      const samples = references.get(person);
      if (samples === undefined)
        throw new Error(`${join(folder, species, person)}: the dataset has no such person`);
      const reference = classVector(samples);
      const threshold = engine.threshold(fmr);
      for (const file of (await readdir(join(folder, species, person))).sort()) {
        const bytes = await readFile(join(folder, species, person, file));
        const seen = await (isImageName(file) ? seeImage : seeVideo)(engine, bytes);
        presented.push({
          person,
          live: seen.live,
          responded: seen.analyses.some(({ passive }) => passive?.decided ?? false),
          matched: seen.features.some((each) => engine.compare(each, reference) >= threshold),
        });
      }
    }
    if (presented.length > 0) bySpecies.set(species, presented);
  }
  return bySpecies;
}

interface Seen {
  readonly live: boolean;
  readonly analyses: readonly LiveAnalysis[];
  /** Features of its frames with one face. */
  readonly features: readonly Float32Array[];
}

async function seeImage(engine: FaceEngine, image: Uint8Array): Promise<Seen> {
  const analysis = await engine.analyseLiveness(image, { identity: true });
  const { live } = decideLiveness([{ field: 'image', analysis }], undefined);
  return { live, analyses: [analysis], features: await featuresOf(engine, image) };
}

async function seeVideo(engine: FaceEngine, video: Uint8Array): Promise<Seen> {
  const work = { signal: AbortSignal.any([]), timeout: PATIENCE, patience: PATIENCE };
  const { decision, analyses } = await examineVideo(engine, video, work);
  const features: Float32Array[] = [];
  for await (const { image } of sampleFrames(video, { count: COMPARED, ...work }))
    features.push(...(await featuresOf(engine, image)));
  return { live: decision.live, analyses, features };
}

async function featuresOf(engine: FaceEngine, image: Uint8Array): Promise<Float32Array[]> {
  const { subject } = await engine.analyse(image);
  return subject === undefined ? [] : [subject.features];
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}
