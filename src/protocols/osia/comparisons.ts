/** Verification and identification by OSIA, always at the thresholds of the client. */
import { InvalidArgument, ServiceError } from '../../errors.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import { compareSamples } from '../../operations/face/compare-samples.ts';
import { verify } from '../../operations/face/verify.ts';
import type { JobResult } from '../../operations/job.ts';
import { search } from '../../operations/search/search.ts';
import type { OsiaResult } from './encounters.ts';
import type { BiometricData } from './schemas.ts';
import { faceImages, notServed } from './subset.ts';

/** @throws as `verify` */
export async function verifyPerson(
  parts: OperationParts,
  context: Context,
  classId: bigint,
  biometrics: readonly BiometricData[],
): Promise<OsiaResult> {
  const images = faceImages(biometrics, 'biometricData');
  const result = await verify(parts, context, { classId, images });
  return { ...result, answer: verification(result.verified, result.score) };
}

/** @throws as `compareSamples` */
export async function verifyData(
  parts: OperationParts,
  context: Context,
  first: readonly BiometricData[],
  second: readonly BiometricData[],
): Promise<OsiaResult> {
  const result = await compareSamples(parts, context, {
    probe: faceImages(first, 'biometricData1'),
    references: [faceImages(second, 'biometricData2')],
  });
  const { verified, score, errors } = result.comparisons[0]!;
  if (score === 0) throw new InvalidArgument(errors.join(' '));
  return { ...result, answer: verification(verified, score) };
}

const verification = (decision: boolean, score: number) => ({
  decision,
  scores: [{ score, biometricType: 'FACE' }],
});

/** The identified people. Merely similar people stay out. @throws as `search` */
export async function identify(
  parts: OperationParts,
  context: Context,
  biometrics: readonly BiometricData[],
  { filter, most }: { readonly filter: object; readonly most: number },
): Promise<OsiaResult> {
  if (Object.keys(filter).length > 0) throw notServed('filter');
  const images = faceImages(biometrics, 'biometricData');
  if (images.length > 1) throw notServed('biometricData: more than one image to identify');
  const result = await search(parts, context, { images, tags: [], topMatches: false });
  const matches = result.result[0]?.matches ?? [];
  const candidates = matches
    .slice(0, most)
    .map(({ classId, score }, i) => ({ personId: String(classId), rank: i + 1, score }));
  return { ...result, answer: candidates };
}

/** OSIA cannot express a missing decision. @throws InvalidArgument; ServiceError */
export function requireDecided({ status, errors, accepted }: JobResult): void {
  const [error] = errors;
  if (error === undefined || accepted === true) return;
  if (status === 'FAULTED' || error.errorCode === 'TemplateCorrupted')
    throw new ServiceError('Internal', error.message);
  throw new InvalidArgument(error.message);
}
