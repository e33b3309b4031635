/**
 * Error rates with upper bounds as laboratories state them: the rule of 3 if there was no error.
 */
import { exactInterval } from '../exact-interval.ts';
import type { CalibratedPoint } from '../operating-points.ts';

/** An error rate, 0..1, with its upper 95 % bound. */
export interface BoundedRate {
  readonly errors: number;
  readonly trials: number;
  readonly rate: number;
  readonly upper: number;
}

/**
 * Trials of one person resemble each other, so people count as the independent trials. Without an
 * error the bound is 3 / people (rule of 3, ISO/IEC 19795-1), otherwise the exact one of as
 * many people.
 * @param people at least 1
 */
export function boundedRate(errors: number, trials: number, people: number): BoundedRate {
  const rate = errors / Math.max(1, trials);
  const upper = errors === 0 ? Math.min(1, 3 / people) : exactInterval(rate * people, people)[1];
  return { errors, trials, rate, upper };
}

export interface VerificationRates {
  /** False-accept rate promised by the threshold. */
  readonly nominal: number;
  readonly falseAccepts: BoundedRate;
  /** Refused images count as rejected. */
  readonly falseRejects: BoundedRate;
}

/**
 * FRR at FAR for each threshold. Only impostor comparisons without a common person are independent:
 * half as many as there are people.
 * @param genuine comparisons, including those that refused images prevented
 */
export function verificationRates(
  points: readonly CalibratedPoint[],
  people: number,
  impostors: number,
  genuine: { readonly made: number; readonly all: number },
): VerificationRates[] {
  return points.map(({ nominal, far, farInterval, tar, tarInterval }) => {
    const accepts = boundedRate(Math.round(far * impostors), impostors, Math.max(1, people >> 1));
    const made = genuine.made / Math.max(1, genuine.all);
    const rejected = genuine.all - Math.round(tar * genuine.made);
    const rejects = boundedRate(rejected, genuine.all, people);
    return {
      nominal,
      falseAccepts: far > 0 && farInterval ? { ...accepts, upper: farInterval[1] } : accepts,
      falseRejects:
        rejected > 0 && tarInterval ? { ...rejects, upper: 1 - tarInterval[0] * made } : rejects,
    };
  });
}

/** The outcome of a recording presented as a person. */
export interface Presented {
  readonly person: string;
  /** False: no suitable face was found, so nothing was decided. */
  readonly responded: boolean;
  readonly live: boolean;
  readonly matched: boolean;
}

/** Rates of ISO/IEC 30107-3 for one species of attack instrument. */
export interface SpeciesRates {
  readonly species: string;
  readonly people: number;
  /** Live, and matching the attacked person. */
  readonly iapar: BoundedRate;
  /** Accepted as live, whether or not it matched. */
  readonly apcer: BoundedRate;
  /** Share without a decision. */
  readonly nonResponse: number;
}

export function speciesRates(species: string, presented: readonly Presented[]): SpeciesRates {
  const people = peopleOf(presented);
  const share = (errors: number) => boundedRate(errors, presented.length, people);
  return {
    species,
    people,
    iapar: share(presented.filter(({ live, matched }) => live && matched).length),
    apcer: share(presented.filter(({ live }) => live).length),
    nonResponse: nonResponse(presented),
  };
}

/** Rates of live recordings. */
export interface BonaFideRates {
  readonly people: number;
  /** Classified as an attack. */
  readonly bpcer: BoundedRate;
  /** Not accepted as the person, for any reason. */
  readonly falseRejects: BoundedRate;
  readonly nonResponse: number;
}

export function bonaFideRates(presented: readonly Presented[]): BonaFideRates {
  const people = peopleOf(presented);
  const share = (errors: number) => boundedRate(errors, presented.length, people);
  return {
    people,
    bpcer: share(presented.filter(({ live, responded }) => responded && !live).length),
    falseRejects: share(presented.filter(({ live, matched }) => !(live && matched)).length),
    nonResponse: nonResponse(presented),
  };
}

const peopleOf = (presented: readonly Presented[]) =>
  new Set(presented.map(({ person }) => person)).size;

const nonResponse = (presented: readonly Presented[]) =>
  presented.filter(({ responded }) => !responded).length / presented.length;
