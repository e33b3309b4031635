/** Formats figures for people: percentages, intervals, ratios; and the tables of an evaluation. */
import type { Evaluation } from './evaluation.ts';
import type { Interval } from './subject-bootstrap.ts';

/** A table with a title, for the terminal and the report. */
export interface FigureTable {
  readonly title: string;
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A sentence below the table. */
  readonly remark?: string;
}

const NONE = '–';

/** Percent with `digits` decimals. */
export function percent(value: number | undefined, digits = 2): string {
  return value === undefined ? NONE : `${(value * 100).toFixed(digits)} %`;
}

/** A small rate in percent, two significant digits. */
export function rate(value: number | undefined): string {
  return value === undefined ? NONE : `${Number((value * 100).toPrecision(2))} %`;
}

export function between(interval: Interval | undefined, format = percent): string {
  return interval === undefined ? NONE : `${format(interval[0])} – ${format(interval[1])}`;
}

const score = (value: number | undefined) => value?.toFixed(4) ?? NONE;

export function tablesOf(evaluation: Evaluation): FigureTable[] {
  const { points, tails, groups, templates } = evaluation;
  const tables = [enrolmentTable(evaluation), ownTable(evaluation)];
  if (points.calibrated.length > 0) tables.push(calibratedTable(evaluation));
  if (tails !== undefined) tables.push(tailTable(tails));
  if (groups !== undefined) tables.push(groupTable(groups));
  if (templates !== undefined)
    tables.push(templatesTable(templates), templateThresholds(templates));
  return tables;
}

function enrolmentTable({ enrolment, workerMilliseconds, workers }: Evaluation): FigureTable {
  const { refused, images } = enrolment;
  const row = (name: string, count: number) => [name, `${count}`, percent(count / images)];
  return {
    title: 'Photographs',
    heading: ['', 'images', 'share'],
    rows: [
      row('encoded', enrolment.encoded),
      row('failure to enrol: FaceNotFound', refused.FaceNotFound),
      row('failure to enrol: ThumbnailExtractionFailed', refused.ThumbnailExtractionFailed),
      row('failure to enrol: not an image', refused.InvalidImage),
      row('refused by design: MultipleFacesFound', refused.MultipleFacesFound),
    ],
    remark:
      `Failure to enrol ${percent(enrolment.failureToEnrol, 3)}; ${enrolment.turned} photographs ` +
      `were turned; ${workerMilliseconds.toFixed(0)} ms an image and worker (${workers} workers).`,
  };
}

function ownTable({ points, comparisons, accuracy }: Evaluation): FigureTable {
  const { equalError } = points;
  const eer = `EER ${percent(equalError?.rate)} (${between(equalError?.interval)})`;
  const folds = accuracy && `accuracy ${percent(accuracy.mean)} ± ${percent(accuracy.deviation)}`;
  return {
    title: `At this data's own false accept rates (${comparisons.genuine} genuine, ${comparisons.impostor} impostor comparisons)`,
    heading: ['FAR', 'threshold', 'TAR', '95 % interval', 'mean of people', 'with refusals'],
    rows: points.own.map((point) => [
      rate(point.far),
      score(point.threshold),
      percent(point.tar),
      between(point.tarInterval),
      percent(point.tarByPerson),
      percent(point.tarWithRefusals),
    ]),
    remark: [eer, folds].filter(Boolean).join('; '),
  };
}

function calibratedTable({ points, calibration, cohort }: Evaluation): FigureTable {
  return {
    title: 'At the thresholds of the calibration',
    heading: [
      'nominal',
      'threshold',
      'measured FAR',
      '95 % interval',
      'ratio',
      'TAR',
      '95 % interval',
    ],
    rows: points.calibrated.map((point) => [
      rate(point.nominal),
      score(point.threshold),
      rate(point.far),
      between(point.farInterval, rate),
      point.ratio.toFixed(2),
      percent(point.tar),
      between(point.tarInterval),
    ]),
    remark:
      `Calibration of ${calibration?.date}, ${calibration?.data}; ` +
      (cohort === 0 ? 'no cohort' : `cohort of ${cohort} average faces`),
  };
}

function tailTable({ everybody, lookalikes }: NonNullable<Evaluation['tails']>): FigureTable {
  return {
    title: 'The tails of the impostor scores and their exponential fit',
    heading: ['highest pairs', 'everybody: measured', 'fitted', 'lookalikes: measured', 'fitted'],
    rows: everybody.map(({ pairs, measured, fitted }, k) => [
      `${pairs}`,
      ...[measured, fitted, lookalikes[k]?.measured, lookalikes[k]?.fitted].map(score),
    ]),
  };
}

function groupTable(groups: NonNullable<Evaluation['groups']>): FigureTable {
  return {
    title: 'Strangers who look alike: measured over nominal rate within each group',
    heading: ['comparisons', ...groups[0]!.ratios.map(({ nominal }) => rate(nominal))],
    rows: groups.map(({ impostor, ratios }) => [
      `${impostor}`,
      ...ratios.map(({ ratio }) => ratio?.toFixed(2) ?? NONE),
    ]),
    remark: 'Groups by the feature vectors themselves (spherical k-means).',
  };
}

type Templates = NonNullable<Evaluation['templates']>;

function templatesTable({ at, vectors, templates, genuine, impostor }: Templates): FigureTable {
  return {
    title: `Templates of ${vectors} vectors: TAR at their own true FAR`,
    heading: ['FAR', 'TAR', '95 % interval'],
    rows: at.map(({ far, tar, interval }) => [rate(far), percent(tar), between(interval)]),
    remark: `${templates} templates, ${genuine} genuine and ${impostor} impostor probes.`,
  };
}

function templateThresholds({ calibrated, vectors }: Templates): FigureTable {
  return {
    title: `Templates of ${vectors} vectors at the calibration's threshold`,
    heading: ['nominal', 'measured FAR', 'ratio', 'TAR'],
    rows: calibrated.map(({ nominal, far, ratio, tar }) => [
      rate(nominal),
      rate(far),
      ratio.toFixed(2),
      percent(tar),
    ]),
  };
}
