/** One evaluation from start to end: photographs → feature vectors → comparisons → figures. */
import { basename, resolve } from 'node:path';
import type { FaceEngine } from '../src/faces/analysis.ts';
import { type CohortFile, parseCohort } from '../src/faces/calibration/cohort-file.ts';
import type { Measurements } from '../src/faces/calibration/measurements.ts';
import { appendCrowding } from '../src/faces/encoding/cohort.ts';
import { crossValidate } from './accuracy.ts';
import { appearanceGroups, scoresOfLookalikes, scoresWithinGroups } from './appearance-groups.ts';
import { calibrate } from './calibrate.ts';
import {
  type Compared,
  compareCrossFitted,
  compareEverybody,
  compareListedPairs,
  type Finish,
} from './compare.ts';
import type { Comparisons } from './comparisons.ts';
import { summariseEnrolment } from './enrolment.ts';
import { tradeOff } from './error-rates.ts';
import type { Evaluation, ShownPair } from './evaluation.ts';
import { histogramOf } from './histogram.ts';
import { checkTail } from './impostor-tail.ts';
import { describeMachine, readCommit } from './machine.ts';
import { AVERAGED, makeCohort } from './make-cohort.ts';
import type { MadeMeasurements } from './measurements.ts';
import { operatingPoints, ratesWithinGroups } from './operating-points.ts';
import type { EvaluationOptions } from './options.ts';
import { type Photographs, readPhotographs } from './photographs.ts';
import { testTemplates } from './template-test.ts';
import { type WrongPair, worstFalseMatches, worstFalseNonMatches } from './worst-pairs.ts';

/** Listed wrong pairs of each kind. */
const SHOWN = 36;

/**
 * @param engine without cohort and calibration (`bare`)
 * @param installed the tested measurements; `--calibrate` makes new ones and tests those
 */
export async function evaluate(
  options: EvaluationOptions,
  engine: FaceEngine,
  installed: Measurements,
  note: (message: string) => void,
): Promise<{ evaluation: Evaluation; made: MadeMeasurements | undefined }> {
  const photographs = await readPhotographs(options, engine, note);
  const { embedded, names, ignored, leftOut } = photographs;
  const date = new Date().toISOString();
  const about = { encoder: engine.encoder.name, date: date.slice(0, 10), data: nameOf(options) };
  const compared = await compare(options, photographs, installed, about);
  const { comparisons, scores, cohort } = compared;

  const withinGroups =
    scores &&
    scoresWithinGroups(scores, names, appearanceGroups(photographs.features, names), ignored);
  const lookalikes = withinGroups && scoresOfLookalikes(withinGroups);
  const made =
    compared.isCalibration && lookalikes !== undefined
      ? {
          calibration: calibrate(comparisons, lookalikes, {
            ...about,
            leftOut,
            amongLookalikes: options.lookalikes,
            cohort: cohort && parseCohort(JSON.stringify(cohort), 'cohort').digest,
          }),
          cohort,
          tails: {
            everybody: checkTail(comparisons.impostorScores),
            lookalikes: checkTail(lookalikes),
          },
        }
      : undefined;
  const calibration = made?.calibration ?? installed.calibration;
  const templates = scores && testTemplates(scores, names, ignored, options.enrol, calibration);
  const accuracy = options.pairs === undefined ? undefined : crossValidate(decisions(comparisons));
  const shown = shownPair(photographs);

  const evaluation: Evaluation = {
    date,
    commit: await readCommit(),
    machine: describeMachine(),
    encoder: { name: engine.encoder.name, fingerprint: engine.encoder.fingerprint },
    data: about.data,
    people: photographs.people,
    calibration: calibration && { date: calibration.date, data: calibration.data },
    cohort: compared.averages,
    leftOut,
    enrolment: summariseEnrolment(embedded),
    workers: engine.status().workers,
    workerMilliseconds: embedded.workerMilliseconds,
    comparisons: {
      genuine: comparisons.genuine.scores.length,
      impostor: comparisons.impostorScores.length,
    },
    points: operatingPoints(comparisons, calibration, compared.allGenuine),
    ...(made && { tails: made.tails }),
    ...(withinGroups && calibration && { groups: ratesWithinGroups(withinGroups, calibration) }),
    ...(accuracy && { accuracy }),
    ...(templates && { templates }),
    tradeOff: tradeOff(comparisons),
    histogram: histogramOf(comparisons),
    falseMatches: worstFalseMatches(comparisons, SHOWN).map(shown),
    falseNonMatches: worstFalseNonMatches(comparisons, SHOWN).map(shown),
    refused: embedded.images.flatMap(({ path }, k) => {
      const { problem } = embedded.encoded[k]!;
      return problem === undefined ? [] : [{ path, problem }];
    }),
  };
  return { evaluation, made };
}

interface ComparedWith extends Compared {
  /** Average faces of the used cohort. */
  readonly averages: number;
  readonly isCalibration: boolean;
  /** The new cohort. */
  readonly cohort?: CohortFile;
}

async function compare(
  options: EvaluationOptions,
  photographs: Photographs,
  installed: Measurements,
  about: { readonly encoder: string; readonly data: string },
): Promise<ComparedWith> {
  const { pairs } = options;
  const isCalibration = options.calibrate !== undefined;
  if (isCalibration && options.cohort) {
    const compared = await compareCrossFitted(photographs, about);
    const { vectors } = parseCohort(JSON.stringify(compared.cohort), 'cohort');
    return { ...compared, averages: vectors.length, isCalibration: true };
  }
  const cohort = isCalibration ? undefined : installed.cohort;
  const finish: Finish = (features) => appendCrowding(features, cohort);
  const compared =
    pairs === undefined
      ? await compareEverybody(photographs, finish)
      : await compareListedPairs(photographs, pairs, finish);
  const averages = cohort?.crowding === undefined ? 0 : cohort.vectors.length;
  const { names, features, people } = photographs;
  // Without crowding, the averages still tell the gallery how faces are distributed.
  const made =
    isCalibration && compared.scores !== undefined && people >= AVERAGED
      ? { cohort: makeCohort(about, names, features, compared.scores) }
      : {};
  return { ...compared, averages, isCalibration, ...made };
}

function decisions({ genuine, topImpostors }: Comparisons) {
  return [
    ...Array.from(genuine.scores, (score) => ({ score, same: true })),
    ...Array.from(topImpostors.scores, (score) => ({ score, same: false })),
  ];
}

function shownPair({ images }: Photographs): (pair: WrongPair) => ShownPair {
  return ({ score, first, second }) => ({
    score,
    first: images[first]!.path,
    second: images[second]!.path,
  });
}

/** Describes the data. */
function nameOf({ title, dataset, people, pairs }: EvaluationOptions): string {
  const name = title ?? basename(resolve(dataset));
  const half = people === 'even' || people === 'odd' ? `${people} half of the people` : people;
  return [name, half, pairs && `pairs of ${basename(pairs)}`].filter(Boolean).join(', ');
}
