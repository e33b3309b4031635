/** Faces without pictures: whoever is named in the bytes is seen, live, and told from others. */
import type { FaceEngine, ImageAnalysis, LiveAnalysis } from '../src/faces/analysis.ts';
import type {
  ExaminedImages,
  SubmittedLiveImage,
} from '../src/operations/liveness/detect-liveness.ts';
import { shownFaces } from '../src/operations/liveness/one-person.ts';

const PEOPLE = ['ada', 'ben', 'cem'] as const;
export type Face = (typeof PEOPLE)[number];

/** Of one person, the same for each image. */
export const featuresOf = (face: Face): Float32Array =>
  Float32Array.from(PEOPLE, (name) => (name === face ? 1 : 0));

/** Images as an operation takes them; each is another file. */
export const imagesOf = (
  face: Face,
  count = 2,
  eyes: 'open' | 'closed' = 'open',
): readonly SubmittedLiveImage[] =>
  Array.from({ length: count }, (_, i) => ({
    bytes: Buffer.from(`${face} ${eyes} ${crypto.randomUUID()}`),
    field: `images[${i}].image`,
    tags: [],
    ...(i === 1 && { burst: [] }),
  }));

/** @param examined called when an image was looked at, before that is told */
export function namingEngine(examined: () => Promise<void> = async () => {}): FaceEngine {
  const analysisOf = (bytes: Uint8Array, { features = true } = {}): ImageAnalysis => {
    const [face, eyes] = Buffer.from(bytes).toString().split(' ') as [Face, string];
    const closed = { check: 'EyesOpen', score: 0, message: '' };
    return {
      width: 640,
      height: 480,
      rotated: 0,
      faces: [],
      qualityScore: 1,
      qualityAssessments: eyes === 'closed' ? [closed] : [],
      ...(features && { subject: { features: featuresOf(face), thumbnail: bytes } }),
    };
  };
  return {
    encoder: { name: 'none', fingerprint: 'none', dimension: PEOPLE.length, typicalFaces: [] },
    async analyse(bytes: Uint8Array, options) {
      await examined();
      return analysisOf(bytes, options);
    },
    async analyseLiveness(bytes: Uint8Array): Promise<LiveAnalysis> {
      await examined();
      return { image: analysisOf(bytes), fakes: [], hash: new Uint8Array(32) };
    },
    analyseFrame: async () => Promise.reject(new Error('no frames without pictures')),
    followFace: async () => Promise.reject(new Error('no frames without pictures')),
    encodeThumbnail: async (png: Uint8Array) => {
      await examined();
      return analysisOf(png).subject!.features;
    },
    compare: (probe: Float32Array, reference: Float32Array) =>
      reference.reduce((sum, value, i) => sum + value * probe[i]!, 0),
    threshold: () => 0.5,
    toScore: (comparison: number) => comparison,
    requireRoom: () => {},
    status: () => ({ ready: true, workers: 1, queued: 0 }),
    gradeQuality: async () => Promise.reject(new Error('no quality without pictures')),
    convertImage: async () => Promise.reject(new Error('no formats without pictures')),
    missing: async () => [],
    close: async () => {},
  };
}

/** Stands in for `examineLiveImages`: all is live, and answers whatever was asked. */
export async function examineNamedFaces(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
): Promise<ExaminedImages> {
  const analyses: LiveAnalysis[] = [];
  for (const { bytes } of images) analyses.push(await engine.analyseLiveness(bytes));
  const live = { textureLivenessScore: 1, motionLivenessScore: 0, frameNumber: 0 } as const;
  const judged = analyses.map(({ image }) => ({ image, ...live, movementDirection: 0 }));
  const faces = shownFaces(
    images,
    analyses.map(({ image }) => image),
  );
  return {
    decision: { live: true, livenessScore: 1, errors: [], images: judged },
    ...{ analyses, faces, pairs: [] },
  };
}
