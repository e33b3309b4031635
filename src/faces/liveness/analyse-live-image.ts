/** Analyses one live image inside a worker: finds the subject, then looks for signs of life. */
import { freeBytes } from '../../memory.ts';
import type { LiveAnalysis, QualityAssessment } from '../analysis.ts';
import {
  type EncodeOptions,
  encodeSubject,
  type FaceSubject,
  findSubject,
  hasFace,
  type Pipeline,
  placeSubject,
  scoreSubject,
  seeCovering,
} from '../pipeline.ts';
import type { FakeEvidence, PassiveResult } from './liveness-analysis.ts';
import { differenceHash } from './motion/difference-hash.ts';
import { viewForMotion } from './motion/motion-view.ts';
import { TOO_TIGHT } from './passive.ts';

/** The checks of one image, loaded. */
export interface PassiveChecks {
  texture(subject: FaceSubject, covered: boolean, checkpoint: () => void): Promise<PassiveResult>;
  obviousFakes(subject: FaceSubject, checkpoint: () => void): Promise<readonly FakeEvidence[]>;
  identity(subject: FaceSubject, checkpoint: () => void): Promise<Float32Array>;
}

/** Analyses one live image. @param checkpoint throws if the caller is gone @throws InvalidImage */
export async function analyseLiveImage(
  pipeline: Pipeline,
  checks: PassiveChecks,
  bytes: Uint8Array,
  options: LiveOptions,
  checkpoint: () => void,
): Promise<LiveAnalysis> {
  const found = await findSubject(pipeline, bytes, checkpoint);
  const pictures = new Set([found.picture]);
  try {
    const hash = differenceHash(found.picture);
    if (!hasFace(found)) return { image: found.image, fakes: [], hash };
    checkpoint();
    const placed = await placeSubject(pipeline, bytes, found);
    pictures.add(placed.picture);
    const fakes = await checks.obviousFakes(found, checkpoint);
    const seen = await examine(pipeline, checks, placed, options, checkpoint);
    return { ...seen, fakes, hash };
  } finally {
    for (const { data } of pictures) freeBytes(data);
  }
}

/** Options of a live image, beside those of the analysis itself. */
type LiveOptions = EncodeOptions & { readonly features: boolean; readonly identity: boolean };

/** Examines the face. Obvious fakes are looked for in the whole image. */
async function examine(
  pipeline: Pipeline,
  checks: PassiveChecks,
  placed: FaceSubject,
  options: LiveOptions,
  checkpoint: () => void,
): Promise<Omit<LiveAnalysis, 'fakes' | 'hash'>> {
  const { face, picture, scale } = placed;
  checkpoint();
  const { subject, covered } = await seeCovering(pipeline, placed);
  checkpoint();
  const passive = await checks.texture(subject, covered, checkpoint);
  checkpoint();
  const image = options.features
    ? await encodeSubject(pipeline, subject, { thumbnail: options.thumbnail }, checkpoint)
    : await scoreSubject(pipeline, subject);
  return {
    image: passive.decided ? image : withAssessment(image, NOT_DECIDED),
    passive,
    covered,
    view: viewForMotion(picture, face.mesh.solid, scale),
    ...(options.identity && { identity: await checks.identity(subject, checkpoint) }),
  };
}

/** Liveness needs more of the surroundings than recognition does. */
const NOT_DECIDED: QualityAssessment = {
  check: 'FullyVisibleFace',
  score: 0,
  message: TOO_TIGHT,
};

/** The image with this assessment in place of the one of the same name. */
function withAssessment(image: LiveAnalysis['image'], assessment: QualityAssessment) {
  const others = image.qualityAssessments.filter(({ check }) => check !== assessment.check);
  return { ...image, qualityAssessments: [...others, assessment] };
}
