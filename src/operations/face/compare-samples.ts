/** Compares samples with references in the same call. Stores nothing. */

import { InvalidArgument, type JobError, jobError } from '../../errors.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import { classVector } from '../../templates/class-vector.ts';
import type { OpenedTemplate } from '../../templates/portable-template.ts';
import type { LoadedEngine } from '../active-engine.ts';
import { type Context, type OperationParts, workOf } from '../context.ts';
import { comparedAt, disclosedScore } from '../disclosed-score.ts';
import type { JobResult } from '../job.ts';
import { mayHave } from '../permit.ts';
import {
  analyseImage,
  inLanes,
  problemOf,
  type SubmittedImage,
  throwIfCancelled,
} from '../submitted-image.ts';

/** A face: an image, a template that left the service, or why there is neither. */
export type GivenSample =
  | SubmittedImage
  | (OpenedTemplate & Pick<SubmittedImage, 'field'>)
  | { readonly unusable: InvalidArgument };

export interface CompareRequest {
  /** At least one. Each has to be of the person; the weakest decides. */
  readonly probe: readonly GivenSample[];
  /** The samples of each person to compare the probe with. */
  readonly references: readonly (readonly GivenSample[])[];
}

/** The outcome for one reference. */
export interface SampleComparison {
  readonly verified: boolean;
  /** 0..1, as disclosed to the caller; 0 if nothing was compared. */
  readonly score: number;
  /** Why samples were left out. */
  readonly errors: readonly string[];
}

export interface CompareResult extends JobResult {
  /** One per reference, in the given order. */
  readonly comparisons: readonly SampleComparison[];
}

/** The vector of a sample, or why it has none. */
type Read = { readonly features: Float32Array } | { readonly error: JobError };

/**
 * Compares the probe with each reference at the calibrated threshold of the client's false-match
 * rate. Leaves out samples of a reference without exactly one face, with an error.
 * @throws InvalidArgument a sample of the probe is unusable; Cancelled; Unavailable
 */
export async function compareSamples(
  { activeEngine }: Pick<OperationParts, 'activeEngine'>,
  context: Context,
  { probe, references }: CompareRequest,
): Promise<CompareResult> {
  const current = activeEngine.current();
  const { engine } = current;
  const read = (sample: GivenSample) => readSample(current, context, sample);
  const probes = await inLanes(engine, probe, read);
  const errors = probes.flatMap((one) => ('error' in one ? [one.error] : []));
  const vectors = probes.flatMap((one) => ('features' in one ? [one.features] : []));
  const known =
    errors.length > 0
      ? references.map(() => [])
      : await readReferences(engine, references, (sample) => read(sample).catch(unusable));
  throwIfCancelled(context.signal);
  const compared = known.map((samples) => {
    const reference = samples.flatMap((one) => ('features' in one ? [one.features] : []));
    const reasons = samples.flatMap((one) => ('error' in one ? [one.error.message] : []));
    return decide(engine, context, vectors, reference, [
      ...errors.map(({ message }) => message),
      ...reasons,
    ]);
  });
  const verified = compared.some((one) => one.verified);
  const exactScore = Math.max(...compared.map((one) => one.exactScore));
  return {
    status: 'SUCCEEDED',
    errors,
    decision: verified ? 'verified' : 'not verified',
    accepted: verified,
    ...(exactScore > 0 && { exactScore }),
    comparisons: compared.map(({ exactScore: _, ...disclosed }) => disclosed),
  };
}

/** Reads all samples as one list, so that no reference waits for the slowest of another. */
async function readReferences(
  engine: FaceEngine,
  references: CompareRequest['references'],
  read: (sample: GivenSample) => Promise<Read>,
): Promise<readonly (readonly Read[])[]> {
  const all = await inLanes(engine, references.flat(), read);
  return references.map(({ length }) => all.splice(0, length));
}

async function readSample(
  { engine, encoderVersion }: Pick<LoadedEngine, 'engine' | 'encoderVersion'>,
  context: Context,
  sample: GivenSample,
): Promise<Read> {
  if ('unusable' in sample) throw sample.unusable;
  if ('features' in sample) {
    if (sample.encoderVersion === encoderVersion) return sample;
    const { errorCode, message } = jobError('DifferentFeatureVersions');
    return { error: { errorCode, message: `${sample.field}: ${message}` } };
  }
  const analysis = await analyseImage(engine, sample, workOf(context));
  const error = problemOf(analysis, sample);
  return error === undefined ? analysis.subject! : { error };
}

/** An unusable reference gets an error; the others are compared. */
function unusable(error: unknown): Read {
  if (!(error instanceof InvalidArgument)) throw error;
  return { error: jobError('FaceNotFound', error.message) };
}

function decide(
  engine: FaceEngine,
  context: Context,
  probe: readonly Float32Array[],
  reference: readonly Float32Array[],
  errors: readonly string[],
): SampleComparison & { readonly exactScore: number } {
  if (probe.length === 0 || reference.length === 0)
    return { verified: false, score: 0, exactScore: 0, errors };
  const person = classVector(reference);
  const comparison = Math.min(...probe.map((vector) => engine.compare(vector, person)));
  const threshold = engine.threshold(context.client.settings.falseMatchRate);
  const compared = comparedAt(engine, comparison, threshold);
  const score = disclosedScore(compared, { coarse: !mayHave(context, 'exact-scores') });
  return { verified: compared.accepted, score, exactScore: compared.score, errors };
}
