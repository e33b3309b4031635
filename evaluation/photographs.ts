/** The photographs of an evaluation: selected, without label errors, analysed. */
import { join } from 'node:path';
import type { FaceEngine } from '../src/faces/analysis.ts';
import { type DatasetImage, readDataset } from './dataset.ts';
import { type EmbeddedDataset, embedDataset } from './embed.ts';
import {
  applicable,
  type LabelErrors,
  NO_LABEL_ERRORS,
  readLabelErrors,
  samePerson,
} from './label-errors.ts';
import type { EvaluationOptions } from './options.ts';
import { choosePeople } from './people-split.ts';

export interface Photographs {
  readonly embedded: EmbeddedDataset;
  readonly people: number;
  /** Photographs with a feature vector, numbered like the vectors. */
  readonly images: readonly DatasetImage[];
  /** Name of the person of each vector. */
  readonly names: readonly string[];
  /** The networks' unit vectors. */
  readonly features: readonly Float32Array[];
  readonly leftOut: LabelErrors;
  /** Whether two names are listed as one person. */
  readonly ignored: (p: string, q: string) => boolean;
}

/** Selects photographs, and the place of their analyses. */
export type DataOptions = Pick<
  EvaluationOptions,
  'dataset' | 'people' | 'exclude' | 'out' | 'fresh'
>;

export async function readPhotographs(
  options: DataOptions,
  engine: FaceEngine,
  note: (message: string) => void,
): Promise<Photographs> {
  const { exclude, out, fresh = false } = options;
  const listed = exclude === undefined ? NO_LABEL_ERRORS : await readLabelErrors(exclude);
  const whole = await readDataset(options.dataset, await choosePeople(options.people));
  const wrong = new Set(listed.images.map(({ path }) => path));
  const dataset = { ...whole, images: whole.images.filter(({ path }) => !wrong.has(path)) };
  const cacheFolder = join(out, 'embeddings', engine.encoder.name);
  const embedded = await embedDataset(engine, dataset, { cacheFolder, fresh, note });
  const images: DatasetImage[] = [];
  const features: Float32Array[] = [];
  for (const [k, { features: vector }] of embedded.encoded.entries()) {
    if (vector === undefined) continue;
    images.push(dataset.images[k]!);
    features.push(vector);
  }
  const people = new Set(dataset.images.map(({ person }) => person));
  return {
    embedded,
    people: people.size,
    images,
    names: images.map(({ person }) => person),
    features,
    leftOut: applicable(listed, people, new Set(whole.images.map(({ path }) => path))),
    ignored: samePerson(listed),
  };
}
