/** Compares everything that an attempt shows with a class: the one place that decides. */
import type { Client } from '../../access/clients/client.ts';
import type { Bcid } from '../../bcid.ts';
import { type JobError, type JobErrorCode, jobError } from '../../errors.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import { rateOfCovered } from '../../faces/calibration/covered-faces.ts';
import { leastAlike } from '../../faces/calibration/turned-faces.ts';
import { referenceOf } from '../../templates/class-vector.ts';
import { type Template, TemplateCorrupted } from '../../templates/template.ts';
import type { CallWork, Context, FaceParts, OperationParts } from '../context.ts';
import { type Compared, comparedAt, disclosedScore } from '../disclosed-score.ts';
import { countComparison } from '../limit-comparisons.ts';
import { changesOfPerson, type ShownFace, straightest } from '../liveness/one-person.ts';
import { mayHave } from '../permit.ts';
import { ONE_PERSON_RATE } from './join-class.ts';
import { EncoderChanged, isOvertaken, upgraded } from './upgrade-template.ts';

/**
 * The comparison score of the weakest of the faces, as if it were frontal. The least turned image has
 * to reach the threshold whatever its pose, so that a turned face alone is no easier way in. The
 * others may be as much less alike as genuine faces are that are turned so far.
 * @param faces at least one image
 */
export function weakestComparison(
  engine: FaceEngine,
  faces: readonly ShownFace[],
  reference: Float32Array,
  falseMatchRate: number,
): number {
  const threshold = engine.threshold(falseMatchRate);
  const straight = straightest(faces);
  const comparisons = faces.map((face) => {
    const relief = face === straight ? 0 : threshold - leastAlike(engine, falseMatchRate, face);
    return engine.compare(face.features, reference) + relief;
  });
  return Math.min(...comparisons);
}

/**
 * The outcome for the weakest of the faces. Each has to match the samples at the given rate, and the
 * oldest of them as samples do that join the class: a later one may resemble two people.
 * @param faces as for `weakestComparison`
 * @param samples of the class, oldest first
 */
export function compareFaces(
  engine: FaceEngine,
  faces: readonly ShownFace[],
  samples: ClassSamples,
  falseMatchRate: number,
): Compared {
  const threshold = engine.threshold(falseMatchRate);
  const joining = Math.max(falseMatchRate, ONE_PERSON_RATE);
  const oldest = samples.features[0]!.values;
  const comparison = Math.min(
    weakestComparison(engine, faces, referenceOf(samples), falseMatchRate),
    weakestComparison(engine, faces, oldest, joining) + (threshold - engine.threshold(joining)),
  );
  return comparedAt(engine, comparison, threshold);
}

type ClassSamples = Parameters<typeof referenceOf>[0];

/** A class to compare with. */
export interface KnownClass {
  readonly bcid: Bcid;
  /** Undefined: there is none. The first face stands in for it, so that it takes as long. */
  readonly template: Pick<Template, 'features'> | undefined;
}

export interface ClassComparison {
  /** False, too, if the class has reached its limit. */
  readonly matched: boolean;
  /** As the caller may see it; 0: nothing was compared. */
  readonly score: number;
  /** For the bookkeeping. Undefined: nothing was compared. */
  readonly exactScore: number | undefined;
  /** Why not. Empty if it matched. */
  readonly errors: readonly JobError[];
  /** Seconds until the class may be compared again; above 0, the answer must tell nothing else. */
  readonly wait: number;
}

/**
 * Compares all faces of an attempt with the class, and with one another. Counts a refusal before
 * anything is told. A change of person is found without the class, so it does not count.
 * @param faces of `shownFaces`, at least one image
 */
export async function compareWithClass(
  parts: Pick<OperationParts, 'refusedComparisons' | 'audit' | 'outbox'> &
    Pick<FaceParts, 'engine'>,
  context: Context,
  { bcid, template }: KnownClass,
  faces: readonly ShownFace[],
): Promise<ClassComparison> {
  const { engine } = parts;
  const changes = changesOfPerson(engine, faces);
  if (changes.length > 0)
    return { matched: false, score: 0, exactScore: undefined, errors: changes, wait: 0 };
  const [{ features: values }] = faces as readonly [ShownFace];
  const samples = template ?? { features: [{ values }] };
  const compared = compareFaces(engine, faces, samples, rateFor(context.client, faces));
  const accepted = compared.accepted && template !== undefined;
  const wait = await countComparison(parts, context, bcid, accepted ? 0 : 1);
  const matched = accepted && wait === 0;
  return {
    ...{ matched, wait, exactScore: compared.score },
    score: wait > 0 ? 0 : disclosedScore(compared, { coarse: !mayHave(context, 'exact-scores') }),
    errors: matched ? [] : [jobError('NotRecognised')],
  };
}

/** The same with the face of a photo, which no class is behind and no limit protects. */
export function compareWithPhoto(
  engine: FaceEngine,
  faces: readonly ShownFace[],
  photo: Float32Array,
  falseMatchRate: number,
): Pick<ClassComparison, 'matched' | 'exactScore' | 'errors'> {
  const changes = changesOfPerson(engine, faces);
  if (changes.length > 0) return { matched: false, exactScore: undefined, errors: changes };
  const { accepted: matched, score } = compareFaces(
    engine,
    faces,
    { features: [{ values: photo }] },
    falseMatchRate,
  );
  return { matched, exactScore: score, errors: matched ? [] : [jobError('NotRecognised')] };
}

/** Where covered faces may be enrolled, a covered probe has to match more closely. */
export function rateFor(
  { settings: { falseMatchRate, enrolCovered } }: Pick<Client, 'settings'>,
  faces: readonly ShownFace[],
): number {
  const isCovered = enrolCovered && faces.some((face) => face.isCovered);
  return isCovered ? rateOfCovered(falseMatchRate) : falseMatchRate;
}

/** The template, upgraded to the running encoder if possible, or why it cannot be compared. */
export async function comparableTemplate(
  parts: Pick<FaceParts, 'activeEngine' | 'engine' | 'templates' | 'encoderVersion'>,
  bcid: Bcid,
  work: CallWork,
): Promise<Template | undefined | JobErrorCode> {
  try {
    const whole = isOvertaken(parts);
    const { outcome, template } = await upgraded(parts, bcid, work, { whole });
    if (outcome !== 'impossible') return template;
    if (whole) throw new EncoderChanged();
    return 'DifferentFeatureVersions';
  } catch (error) {
    if (error instanceof TemplateCorrupted) return 'TemplateCorrupted';
    throw error;
  }
}
