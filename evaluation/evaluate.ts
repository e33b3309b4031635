/** One evaluation from beginning to end: photographs → feature vectors → comparisons → figures. */
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { FaceEngine } from '../src/faces/analysis.ts';
import type { Calibration } from '../src/faces/calibration/calibration.ts';
import { crossValidate } from './accuracy.ts';
import { type Comparisons, compareAll, compareListed } from './comparisons.ts';
import { readDataset } from './dataset.ts';
import { type EmbeddedDataset, embedDataset } from './embed.ts';
import { summariseEnrolment } from './enrolment.ts';
import { tradeOff } from './error-rates.ts';
import type { Evaluation, ShownPair } from './evaluation.ts';
import { histogramOf } from './histogram.ts';
import { applicable, NO_LABEL_ERRORS, readLabelErrors, samePerson } from './label-errors.ts';
import { type ListedPair, readPairs } from './listed-pairs.ts';
import { describeMachine, readCommit } from './machine.ts';
import { operatingPoints } from './operating-points.ts';
import type { EvaluationOptions } from './options.ts';
import { type PairScores, scoreAllPairs } from './pair-scores.ts';
import { choosePeople } from './people-split.ts';
import { testStoredForms } from './stored-forms.ts';
import { testTemplates } from './template-rules.ts';
import { type WrongPair, worstFalseMatches, worstFalseNonMatches } from './worst-pairs.ts';

const SHOWN = 36;

/** @param calibration whose thresholds are tested; undefined: none */
export async function evaluate(
  options: EvaluationOptions,
  engine: FaceEngine,
  calibration: Calibration | undefined,
  note: (message: string) => void,
): Promise<{ evaluation: Evaluation; comparisons: Comparisons }> {
  const includes = await choosePeople(options.people);
  const listed = options.exclude ? await readLabelErrors(options.exclude) : NO_LABEL_ERRORS;
  const wrong = new Set(listed.images.map(({ path }) => path));
  const whole = await readDataset(options.dataset, includes);
  const used = whole.images.filter(({ path }) => !wrong.has(path));
  const cacheFolder = join(options.out, 'embeddings', engine.encoder.name);
  const fresh = options.fresh ?? false;
  const dataset = { root: whole.root, images: used };
  const embedded = await embedDataset(engine, dataset, { cacheFolder, fresh, note });

  const encoded = used
    .keys()
    .toArray()
    .filter((k) => embedded.encoded[k]!.features !== undefined);
  const vectors = encoded.map((k) => embedded.encoded[k]!.features!);
  const names = encoded.map((k) => used[k]!.person);
  const ignored = samePerson(listed);
  const compared = await compare(options, embedded, encoded, vectors, names, ignored);
  const { comparisons, scores, allGenuine } = compared;

  const path = (vector: number) => used[encoded[vector]!]!.path;
  const shown = ({ score, first, second }: WrongPair): ShownPair => ({
    score,
    first: path(first),
    second: path(second),
  });
  const templates = scores && testTemplates(scores, names, ignored, options.enrol, calibration);
  const samples = spread(encoded, options.samples).map((k) => join(whole.root, used[k]!.path));
  const stored =
    samples.length > 0 &&
    (await testStoredForms(
      engine,
      samples.map((file) => () => readFile(file)),
    ));
  const people = new Set(used.map(({ person }) => person));
  const paths = new Set(whole.images.map((image) => image.path));
  const accuracy = options.pairs === undefined ? undefined : crossValidate(decisions(comparisons));

  const evaluation: Evaluation = {
    date: new Date().toISOString(),
    commit: await readCommit(),
    machine: describeMachine(),
    encoder: { name: engine.encoder.name, fingerprint: engine.encoder.fingerprint },
    data: describeData(options),
    people: people.size,
    calibration: calibration && { date: calibration.date, data: calibration.data },
    leftOut: applicable(listed, people, paths),
    enrolment: summariseEnrolment(embedded),
    workers: engine.status().workers,
    workerMilliseconds: embedded.workerMilliseconds,
    comparisons: {
      genuine: comparisons.genuine.scores.length,
      impostor: comparisons.impostorScores.length,
    },
    points: operatingPoints(comparisons, calibration, allGenuine),
    ...(accuracy && { accuracy }),
    ...(templates && { templates }),
    ...(stored && { stored }),
    tradeOff: tradeOff(comparisons),
    histogram: histogramOf(comparisons),
    falseMatches: worstFalseMatches(comparisons, SHOWN).map(shown),
    falseNonMatches: worstFalseNonMatches(comparisons, SHOWN).map(shown),
    refused: used.flatMap(({ path }, k) => {
      const { problem } = embedded.encoded[k]!;
      return problem === undefined ? [] : [{ path, problem }];
    }),
  };
  return { evaluation, comparisons };
}

interface Compared {
  readonly comparisons: Comparisons;
  /** All pairs; absent when only listed pairs were compared. */
  readonly scores?: PairScores;
  /** Genuine comparisons, those of refused photographs included. */
  readonly allGenuine: number;
}

async function compare(
  options: EvaluationOptions,
  { images }: EmbeddedDataset,
  encoded: readonly number[],
  vectors: readonly Float32Array[],
  names: readonly string[],
  ignored: (p: string, q: string) => boolean,
): Promise<Compared> {
  if (options.pairs !== undefined) {
    const numbers = new Map(images.map(({ path }, number) => [path, number]));
    const pairs = await readPairs(options.pairs, (path) => numbers.get(path));
    const vectorOf = new Map(encoded.map((image, vector) => [image, vector]));
    const possible = pairs.flatMap(({ first, second, same }): ListedPair[] => {
      const [p, q] = [vectorOf.get(first), vectorOf.get(second)];
      return p === undefined || q === undefined ? [] : [{ first: p, second: q, same }];
    });
    const comparisons = compareListed(possible, vectors, names);
    return { comparisons, allGenuine: pairs.filter(({ same }) => same).length };
  }
  const scores = await scoreAllPairs(vectors);
  const comparisons = compareAll(scores, names, ignored);
  const sizes = Map.groupBy(images, ({ person }) => person).values();
  const allGenuine = sizes.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  return { comparisons, scores, allGenuine };
}

function decisions({ genuine, topImpostors }: Comparisons) {
  return [
    ...Array.from(genuine.scores, (score) => ({ score, same: true })),
    ...Array.from(topImpostors.scores, (score) => ({ score, same: false })),
  ];
}

function describeData({ title, dataset, people, pairs }: EvaluationOptions): string {
  const name = title ?? basename(resolve(dataset));
  const half = people === 'even' || people === 'odd' ? `${people} half of the people` : people;
  return [name, half, pairs && `pairs of ${basename(pairs)}`].filter(Boolean).join(', ');
}

/** At most `count` of the values, from beginning to end at equal distances. */
function spread<T>(values: readonly T[], count: number): T[] {
  const taken = Math.min(count, values.length);
  return Array.from({ length: taken }, (_, k) => values[Math.floor((k * values.length) / taken)]!);
}
