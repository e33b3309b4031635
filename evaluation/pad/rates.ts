/** Error rates of presentation attack detection, named as in ISO/IEC 30107-3. */
import { imageError } from '../../src/faces/liveness/decide.ts';
import type { Judgement } from './judge.ts';

/** One picture of a set. */
export interface Presentation extends Judgement {
  readonly source: string;
}

export interface SetRates {
  readonly name: string;
  readonly kind: 'bona fide' | 'attack';
  readonly counts: boolean;
  readonly sources: number;
  readonly pictures: number;
  /** Pictures with one suitable face and enough around it. */
  readonly decided: number;
  /** Share of wrong decisions: APCER of a species, BPCER of bona fide. */
  readonly wrong: number | undefined;
  /** The same by the texture score only, without the detectors of obvious fakes. */
  readonly texture: number | undefined;
  /** The same for each network alone, at 0.5. */
  readonly alone: Readonly<Record<string, number>>;
  /** Share of decided pictures each detector of obvious fakes rejects. */
  readonly fakes: Readonly<Record<string, number>>;
  /** Scores of the decided images, 0..1. 0 if a detector of obvious fakes rejects it. */
  readonly scores: readonly number[];
  readonly clips: readonly ClipRates[];
}

export interface ClipRates {
  readonly source: string;
  readonly pictures: number;
  readonly decided: number;
  readonly live: number;
  readonly medianScore: number;
  readonly problems: Readonly<Record<string, number>>;
}

const share = <T>(values: readonly T[], test: (value: T) => boolean): number | undefined =>
  values.length === 0 ? undefined : values.filter(test).length / values.length;

const decidedOf = (presentations: readonly Presentation[]) =>
  presentations.flatMap(({ passive, ...rest }) => (passive?.decided ? [{ ...rest, passive }] : []));

/** The decision on one image with a suitable face. */
const isLive = ({ passive, fakes }: Required<Pick<Presentation, 'passive' | 'fakes'>>) =>
  imageError({ image: {}, passive, fakes }) === undefined;

export function ratesOf(
  { name, kind, counts }: Pick<SetRates, 'name' | 'kind' | 'counts'>,
  presentations: readonly Presentation[],
): SetRates {
  const decided = decidedOf(presentations);
  const attack = kind === 'attack';
  const networks = Object.keys(decided[0]?.passive.scores ?? {});
  const detectors = decided[0]?.fakes.map(({ detector }) => detector) ?? [];
  const named = (names: readonly string[], rate: (name: string) => number | undefined) =>
    Object.fromEntries(names.map((each) => [each, rate(each) ?? 0]));
  const sources = [...new Set(presentations.map(({ source }) => source))];
  return {
    name,
    kind,
    counts,
    sources: sources.length,
    pictures: presentations.length,
    decided: decided.length,
    wrong: share(decided, (each) => isLive(each) === attack),
    texture: share(decided, ({ passive }) => passive.live === attack),
    alone: named(networks, (network) =>
      share(decided, ({ passive }) => passive.scores[network]! >= 0.5 === attack),
    ),
    fakes: named(detectors, (detector) =>
      share(decided, ({ fakes }) => fakes.some((seen) => seen.detector === detector && seen.fake)),
    ),
    scores: decided.map(({ passive, fakes }) =>
      fakes.some(({ fake }) => fake) ? 0 : passive.score,
    ),
    clips: sources.map((source) =>
      clipOf(
        source,
        presentations.filter((each) => each.source === source),
      ),
    ),
  };
}

function clipOf(source: string, presentations: readonly Presentation[]): ClipRates {
  const decided = decidedOf(presentations);
  const scores = decided.map(({ passive }) => passive.score).sort((a, b) => a - b);
  const problems: Record<string, number> = {};
  for (const { problem, passive } of presentations) {
    const reason = problem ?? (passive?.decided === false ? 'too tight' : undefined);
    if (reason !== undefined) problems[reason] = (problems[reason] ?? 0) + 1;
  }
  return {
    source,
    pictures: presentations.length,
    decided: decided.length,
    live: decided.filter(isLive).length,
    medianScore: scores[scores.length >> 1] ?? 0,
    problems,
  };
}

export interface Summary {
  /** APCER of the worst species. */
  readonly apcer: number;
  readonly worstSpecies: string;
  readonly bpcer: number;
  readonly acer: number;
}

/** ISO/IEC 30107-3 asks for the worst species. ACER is the mean of its APCER and the BPCER. */
export function summarise(
  sets: readonly SetRates[],
  wrongOf: (set: SetRates) => number | undefined = (set) => set.wrong,
): Summary | undefined {
  const counted = sets.filter((set) => set.counts && wrongOf(set) !== undefined);
  const attacks = counted.filter(({ kind }) => kind === 'attack');
  const live = counted.filter(({ kind }) => kind === 'bona fide');
  if (attacks.length === 0 || live.length === 0) return undefined;
  const worst = attacks.reduce((a, b) => (wrongOf(b)! > wrongOf(a)! ? b : a));
  const pictures = live.reduce((sum, set) => sum + set.decided, 0);
  const bpcer = live.reduce((sum, set) => sum + wrongOf(set)! * set.decided, 0) / pictures;
  const apcer = wrongOf(worst)!;
  return { apcer, worstSpecies: worst.name, bpcer, acer: (apcer + bpcer) / 2 };
}
