/** Decides whether an image is good enough to enrol, for any template and for this client. */
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import { type JobError, jobError } from '../../errors.ts';
import type { CoveredPart, FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import { adviceFor } from '../../faces/quality/measures.ts';
import type { CallWork } from '../context.ts';
import { type SubmittedImage, withFieldOf } from '../submitted-image.ts';

/** Least scores; samples below would harm the template (lowest of 400 of LFW: 0.14 to 0.65). */
const LEAST: Readonly<Record<string, number>> = {
  InterEyeDistance: 0.06,
  HeadPoseYaw: 0.15,
  HeadPosePitch: 0.15,
  DynamicRange: 0.3,
};
/**
 * Recognition rarely knows a face below this again, for example blurred by an eighth of the eye
 * distance. Less blur lowers Sharpness but not recognition: soft cameras are good enough.
 */
const LEAST_QUALITY = 0.06;
const BLURRED = 0.3;

/** The message of the first check that forbids enrolment; undefined: good enough. */
export function failedQuality(image: ImageAnalysis): string | undefined {
  const isPoor = image.qualityScore < LEAST_QUALITY;
  const leastOf = (check: string) => (check === 'Sharpness' && isPoor ? BLURRED : LEAST[check]);
  return image.qualityAssessments.find(({ check, score }) => score < (leastOf(check) ?? 0))
    ?.message;
}

const COVERED: Readonly<Record<CoveredPart, string>> = {
  eyes: 'Something covers the eyes: take off dark glasses, move the hair aside.',
  'mouth and nose': 'Something covers mouth and nose: take off mask or scarf, lower the hands.',
};

/** The error for a face that is covered, of which a template would match others covered alike. */
export function coveredError(
  { coveredParts: [part] = [] }: ImageAnalysis,
  { field }: Pick<SubmittedImage, 'field'>,
  { enrolCovered }: Pick<ClientSettings, 'enrolCovered'>,
): JobError | undefined {
  return part === undefined || enrolCovered
    ? undefined
    : jobError('FaceCovered', `${field}: ${COVERED[part]}`);
}

/** Name of the minimum that an image misses. Undefined: none. @throws InvalidImage; … */
export async function missedMinimum(
  engine: FaceEngine,
  image: SubmittedImage,
  minimum: ClientSettings['minimumQuality'],
  work: CallWork,
): Promise<string | undefined> {
  const demanded = Object.entries(minimum);
  if (demanded.length === 0) return undefined;
  const { measurements } = await engine.gradeQuality(image.bytes, work).catch(withFieldOf(image));
  for (const [name, least] of demanded) {
    const measured = measurements.find(({ measure }) => measure === name);
    if (measured === undefined)
      return `${name} could not be computed, at least ${least} is demanded.`;
    if (measured.scalarScore >= least) continue;
    const advice = adviceFor(measured);
    const said = `${name} is ${measured.scalarScore}, at least ${least} is demanded.`;
    return advice === '' ? said : `${said} ${advice}`;
  }
  return undefined;
}
