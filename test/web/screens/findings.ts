/** What the service finds in pictures of somebody, for the screens of the playground: much of everything. */
import sharp from 'sharp';
import { JOB_ERRORS, type JobErrorCode } from '../../../src/errors.ts';
import { MEASURE_NAMES, MEASURES } from '../../../src/faces/quality/measures.ts';
import { portrait, portraitJpeg } from '../../../testing/photos.ts';
import type {
  EnrollAnswer,
  Face,
  ImageProperties,
  JobError,
  LivenessAnswer,
  PhotoVerifyAnswer,
  QualityAnswer,
  SearchAnswer,
  TemplateStatus,
  VerifyAnswer,
} from '../../../web/playground/answers.ts';
import { CLASS, LONG_ID } from './desk.ts';

const PERSON = 2;
/** Pixels of a side of the picture. */
const SIDE = 400;
const TIME = '2026-11-23T09:30:00Z';

/** The picture itself, as a file that is chosen. */
export const PICTURE = {
  name: 'face.jpg',
  mimeType: 'image/jpeg',
  buffer: await portraitJpeg(PERSON, SIDE),
};

const FACE: Face = {
  leftEye: { x: 238, y: 172 },
  rightEye: { x: 162, y: 172 },
  textureLivenessScore: 0,
  motionLivenessScore: 0,
  movementDirection: 0,
};
const live = (texture: number, motion = 0): Face => ({
  ...FACE,
  textureLivenessScore: texture,
  motionLivenessScore: motion,
  movementDirection: 178,
});

const CHECKS = [
  ['FullyVisibleFace', 1, 'The face is fully visible.'],
  ['ImageSize', 0.62, 'The image is large enough.'],
  ['Sharpness', 0.31, 'The image is blurred: hold still, focus on the face, clean the lens.'],
  ['LuminanceMean', 0.18, 'The face is too dark: turn towards the light.'],
] as const;

const properties = (faces: readonly Face[] = [FACE], rotated: 0 | 180 = 0): ImageProperties => ({
  rotated,
  faces,
  qualityScore: 0.5,
  qualityAssessments: CHECKS.map(([check, score, message]) => ({ check, score, message })),
  frameNumber: 0,
});

/** As the service writes them; of the picture by its place in the request. */
export const failures = (...codes: readonly JobErrorCode[]): readonly JobError[] =>
  codes.map((errorCode, n) => ({
    errorCode,
    message: `${n === 0 ? '' : `liveImages[${n - 1}].image: `}${JOB_ERRORS[errorCode]}`,
  }));

const SUCCEEDED = { status: 'SUCCEEDED', errors: [] } as const;

export const VERIFIED: VerifyAnswer = {
  ...SUCCEEDED,
  imageProperties: properties(),
  verified: true,
  score: 0.873,
};

const thumbnails = await Promise.all(
  [2, 3, 4, 5].map(async (person) => ({
    enrolled: TIME,
    image: (await portrait(person, 120).png().toBuffer()).toString('base64'),
  })),
);

/** As long as each of its members may be, nearly. */
export const TEMPLATE: TemplateStatus = {
  classId: CLASS,
  available: true,
  enrolled: TIME,
  tags: ['staff', 'building-7', 'night-shift', LONG_ID],
  encoderVersion: 4,
  featureVectors: 8,
  thumbnailsStored: 4,
  thumbnails,
  consent: { reference: 'consent-2026-0117', recorded: TIME },
};

export const NO_TEMPLATE: TemplateStatus = {
  ...TEMPLATE,
  available: false,
  enrolled: '',
  tags: [],
  thumbnails: [],
  consent: null,
};

export const ENROLLED: EnrollAnswer = {
  ...SUCCEEDED,
  imageProperties: [properties(), properties([FACE], 180)],
  performedAction: 'TEMPLATE_UPDATED',
  enrolledImages: 2,
  templateStatus: TEMPLATE,
};

export const NOT_ENROLLED: EnrollAnswer = {
  ...ENROLLED,
  errors: [
    { errorCode: 'FaceNotFound', message: 'images[0].image: No suitable face was found.' },
    { errorCode: 'QualityTooLow', message: 'images[1].image: EyesOpen is 12 of at least 60.' },
  ],
  imageProperties: [properties([]), properties([FACE, FACE])],
  performedAction: 'ENROLLMENT_FAILED',
  enrolledImages: 0,
};

/** Two pictures in one of which nobody was found. */
export const SEARCHED: SearchAnswer = {
  ...SUCCEEDED,
  errors: [{ errorCode: 'FaceNotFound', message: 'images[1].image: No suitable face was found.' }],
  imageProperties: [properties(), properties([])],
  result: [
    {
      matches: [
        { classId: CLASS, score: 0.97 },
        { classId: 1001, score: 0.61 },
      ],
    },
    { matches: [] },
  ],
};

export const LIVE: LivenessAnswer = {
  ...SUCCEEDED,
  imageProperties: [properties([live(0.94)]), properties([live(0.91, 0.88)])],
  live: true,
  livenessScore: 0.91,
};

/** Everything that can be said against somebody. */
export const NOT_LIVE: LivenessAnswer = {
  ...LIVE,
  errors: failures(
    'RejectedByObviousFakeDetector',
    'RejectedByPassiveLiveDetection',
    'RejectedByChallengeResponse',
  ),
  imageProperties: [properties([live(0.04)]), properties([live(0.11, 0.23)])],
  live: false,
  livenessScore: 0.12,
};

/** A video, one frame in four without a face. */
export const FILMED: LivenessAnswer = {
  ...LIVE,
  imageProperties: Array.from({ length: 24 }, (_, n) => ({
    ...properties(n % 4 === 3 ? [] : [live(0.5 + (n % 5) / 10)]),
    frameNumber: 1 + 75 * n,
  })),
};

export const MATCHED: PhotoVerifyAnswer = {
  ...LIVE,
  photoProperties: properties(),
  verificationLevel: 'LEVEL_5',
  verificationScore: 0.93,
};

export const NOT_MATCHED: PhotoVerifyAnswer = {
  ...NOT_LIVE,
  photoProperties: properties([FACE], 180),
  verificationLevel: 'LEVEL_2',
  verificationScore: 0.21,
};

/** The side of the frame of measures. */
const FRAME = 616;

/** White where the mask is. */
async function mask(covers: (x: number, y: number) => boolean): Promise<string> {
  const pixels = Uint8Array.from({ length: FRAME * FRAME }, (_, n) =>
    covers(n % FRAME, Math.floor(n / FRAME)) ? 255 : 0,
  );
  const raw = { width: FRAME, height: FRAME, channels: 1 } as const;
  return (await sharp(pixels, { raw }).png().toBuffer()).toString('base64');
}

/** Every measure, bad to good, but for two that could not be computed. */
export const GRADED: QualityAnswer = {
  ...SUCCEEDED,
  errors: failures('QualityAssessmentError'),
  qualityMeasurements: MEASURE_NAMES.slice(0, -2).map((measure, n) => ({
    measure,
    rawValue: n % 3 === 0 ? n * 1234 : n / 7,
    scalarScore: (n * 37) % 101,
    method: 'approximate',
  })),
  explanation: {
    alignedFace: (await portrait(PERSON, FRAME).png().toBuffer()).toString('base64'),
    landmarks: Array.from({ length: 98 }, (_, n) => ({
      x: Math.round(308 + 130 * Math.cos(n / 8) * (1 - n / 200)),
      y: Math.round(320 + 190 * Math.sin(n / 8) * (1 - n / 200)),
    })),
    masks: [
      {
        name: 'landmarkedRegion',
        image: await mask((x, y) => Math.hypot((x - 308) / 130, (y - 320) / 190) < 1),
      },
      { name: 'background', image: await mask((_, y) => y < 90) },
    ],
    measures: MEASURE_NAMES.map((measure, n) => ({
      measure,
      identifier: MEASURES[measure].id,
      group: MEASURES[measure].group,
      about: MEASURES[measure].about,
      advice: (n * 37) % 101 < 50 ? 'Advice.' : '',
    })),
  },
};

export const NOTHING_TO_GRADE: QualityAnswer = {
  ...SUCCEEDED,
  errors: failures('FaceDetectionError'),
  qualityMeasurements: [],
  explanation: null,
};

/** Nothing to say against the picture. */
export const GOOD: QualityAnswer = {
  ...GRADED,
  errors: [],
  qualityMeasurements: GRADED.qualityMeasurements.map((each) => ({ ...each, scalarScore: 97 })),
  explanation: {
    ...GRADED.explanation!,
    measures: GRADED.explanation!.measures.map((each) => ({ ...each, advice: '' })),
  },
};
