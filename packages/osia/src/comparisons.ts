/** Verification and identification by OSIA, always at the thresholds of the client. */
import type { JobResult, Operations, Service } from 'prosopon/extensions';
import type { OsiaResult } from './encounters.ts';
import type { BiometricData } from './schemas.ts';
import { faceImages, notServed } from './subset.ts';

/** @throws as `verify` */
export async function verifyPerson(
  service: Service,
  operations: Operations,
  classId: bigint,
  biometrics: readonly BiometricData[],
): Promise<OsiaResult> {
  const images = faceImages(service, biometrics, 'biometricData');
  const result = await operations.verify({ classId, images });
  return { ...result, answer: verification(result.verified, result.score) };
}

/** @throws as `compareSamples` */
export async function verifyData(
  service: Service,
  operations: Operations,
  first: readonly BiometricData[],
  second: readonly BiometricData[],
): Promise<OsiaResult> {
  const result = await operations.compareSamples({
    probe: faceImages(service, first, 'biometricData1'),
    references: [faceImages(service, second, 'biometricData2')],
  });
  const { verified, score, errors } = result.comparisons[0]!;
  if (score === 0) throw service.refusal('InvalidArgument', errors.join(' '));
  return { ...result, answer: verification(verified, score) };
}

const verification = (decision: boolean, score: number) => ({
  decision,
  scores: [{ score, biometricType: 'FACE' }],
});

/** The identified people. Merely similar people stay out. @throws as `search` */
export async function identify(
  service: Service,
  operations: Operations,
  biometrics: readonly BiometricData[],
  { filter, most }: { readonly filter: object; readonly most: number },
): Promise<OsiaResult> {
  if (Object.keys(filter).length > 0) throw notServed(service, 'filter');
  const images = faceImages(service, biometrics, 'biometricData');
  if (images.length > 1) throw notServed(service, 'biometricData: more than one image to identify');
  const result = await operations.search({ images, tags: [], topMatches: false });
  const matches = result.result[0]?.matches ?? [];
  const candidates = matches
    .slice(0, most)
    .map(({ classId, score }, i) => ({ personId: String(classId), rank: i + 1, score }));
  return { ...result, answer: candidates };
}

/** OSIA cannot express a missing decision. @throws InvalidArgument; Internal */
export function requireDecided(
  { refusal }: Service,
  { status, errors, accepted }: JobResult,
): void {
  const [error] = errors;
  if (error === undefined || accepted === true) return;
  const isFault = status === 'FAULTED' || error.errorCode === 'TemplateCorrupted';
  throw refusal(isFault ? 'Internal' : 'InvalidArgument', error.message);
}
