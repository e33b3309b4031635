/** The tables of degradations in Markdown. */
import { MEASURES } from '../../src/faces/quality/measures.ts';
import { type Change, median, summarise, summariseOthers, TOLERANCE } from './change.ts';
import type { Degradation } from './degradations.ts';

/** One severity of a degradation, applied to many portraits. */
export interface Outcome {
  readonly degradation: Omit<Degradation, 'severities'>;
  readonly severity: string;
  readonly changes: readonly Change[];
  /** Portraits that could not be graded afterwards. */
  readonly lost: number;
}

/** One row an outcome: the measure that names it, and the others. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  return markdown(
    [
      'Degradation',
      'Faces',
      'Measure that names it',
      'Before → after',
      'By definition',
      'Most changed of the others',
      'Within 10 points',
    ],
    outcomes.map(row),
  );
}

function row({ degradation, severity, changes, lost }: Outcome): string[] {
  const { name, measure, related } = degradation;
  const named = summarise(changes, measure);
  const expected = changes.flatMap(({ byDefinition }) =>
    byDefinition === undefined ? [] : [MEASURES[measure].toScalar(byDefinition)],
  );
  const should = expected.length === 0 ? undefined : median(expected);
  const lowered = named !== undefined && (named.after < named.before || should === named.before);
  const others = summariseOthers(changes, measure, related);
  const most = others.toSorted((p, q) => Math.abs(q.change) - Math.abs(p.change))[0];
  const least = others.toSorted((p, q) => p.within - q.within)[0];
  return [
    `${name}: ${severity}`,
    lost === 0 ? `${changes.length}` : `${changes.length} of ${changes.length + lost}`,
    measure,
    named === undefined ? 'not computed' : `${named.before} → ${named.after}${lowered ? '' : ' ✗'}`,
    should === undefined ? '' : String(should),
    most === undefined || most.change === 0
      ? 'none'
      : `${most.measure} ${signed(most.change)}${Math.abs(most.change) > TOLERANCE ? ' ✗' : ''}`,
    least === undefined || least.within === 1
      ? 'all'
      : `${least.measure} in ${percent(least.within)}`,
  ];
}

/** Related measures that changed by more than the tolerance, and why they are related. */
export function describeRelated(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ degradation, severity, changes }) =>
    degradation.related.flatMap(({ measures, because }) => {
      const changed = measures
        .flatMap((measure) => summarise(changes, measure) ?? [])
        .filter(({ change }) => Math.abs(change) > TOLERANCE);
      if (changed.length === 0) return [];
      const list = changed.map(
        ({ measure, change, rawBefore, rawAfter }) =>
          `${measure} ${signed(change)} (raw ${figure(rawBefore)} → ${figure(rawAfter)})`,
      );
      return [[`${degradation.name}: ${severity}`, list.join(', '), because]];
    }),
  );
  return markdown(['Degradation', 'Related measures that changed', 'Because'], rows);
}

/** A table in Markdown. */
export function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
const percent = (share: number) => `${Math.round(share * 100)} %`;
const figure = (value: number) => String(Number(value.toPrecision(3)));
