/** What each measure is about, and what to do about a low score, in words for an end user. */
import type { QualityMeasureName } from './measure.ts';

/** Scores below this are worth a word. The standard names no thresholds; half is ours. */
export const ADVICE_BELOW = 50;

interface Wording {
  readonly about: string;
  /** What would raise a low score; of the raw value where its direction matters. */
  readonly advice: string | ((raw: number) => string);
}

const WORDING: Readonly<Record<QualityMeasureName, Wording>> = {
  UnifiedQualityScore: {
    about: 'How useful the face is for recognition, by one network.',
    advice: 'See the other measures for what to improve.',
  },
  BackgroundUniformity: {
    about: 'How plain the background is.',
    advice: 'Stand in front of a plain wall.',
  },
  IlluminationUniformity: {
    about: 'How alike the light on both cheeks is.',
    advice: 'Light the face from the front, not from one side.',
  },
  LuminanceMean: {
    about: 'How bright the face is.',
    advice: (raw) =>
      raw < 0.5 ? 'The face is too dark: turn towards the light.' : 'The face is too bright.',
  },
  LuminanceVariance: {
    about: 'How much contrast the face has.',
    advice: (raw) =>
      raw < 0.02
        ? 'The face has too little contrast: improve the light.'
        : 'The contrast is too hard: use softer light.',
  },
  UnderExposurePrevention: {
    about: 'How little of the face is nearly black.',
    advice: 'Parts of the face are too dark: add light.',
  },
  OverExposurePrevention: {
    about: 'How little of the face is burnt out.',
    advice: 'Parts of the face are burnt out: avoid direct light or flash.',
  },
  DynamicRange: {
    about: 'How many brightness levels the face uses.',
    advice: 'The face is too dark or too flat: improve the light.',
  },
  Sharpness: {
    about: 'How sharp the face is.',
    advice: 'The face is blurred: hold still, focus and clean the lens.',
  },
  CompressionArtifacts: {
    about: 'How free the face is of traces of compression.',
    advice: 'The image is compressed too much: save it at a higher quality.',
  },
  NaturalColour: {
    about: 'Whether the cheeks have a colour that skin has.',
    advice: 'The colours are off: use white light and no filter.',
  },
  SingleFacePresent: {
    about: 'How small the second largest face is beside the largest.',
    advice: 'Other faces are in the picture: photograph one person alone.',
  },
  EyesOpen: { about: 'How wide the less open eye is open.', advice: 'Open both eyes.' },
  MouthClosed: { about: 'How far the mouth is closed.', advice: 'Close the mouth.' },
  EyesVisible: {
    about: 'How much of the eyes nothing covers.',
    advice: 'The eyes are covered: take off glasses, move the hair aside.',
  },
  MouthOcclusionPrevention: {
    about: 'How much of the mouth nothing covers.',
    advice: 'The mouth is covered: take off the mask or scarf.',
  },
  FaceOcclusionPrevention: {
    about: 'How much of the face nothing covers.',
    advice: 'The face is covered: take off what hides it.',
  },
  InterEyeDistance: {
    about: 'Pixels between the eyes.',
    advice: 'The face has too few pixels: come closer or use a better camera.',
  },
  HeadSize: {
    about: 'How near the height of the head is to what the standard wants.',
    advice: (raw) => {
      if (raw > 0.45) return 'The head is too large in the picture: move back.';
      // At 0.2 to 0.31 the margins are what they should be, which the score does not know.
      return raw < 0.2 ? 'The head is small in the picture: come closer.' : '';
    },
  },
  LeftwardCropOfTheFaceImage: {
    about: 'Room between the face and the left edge.',
    advice: 'The face is too near the left edge: move to the middle.',
  },
  RightwardCropOfTheFaceImage: {
    about: 'Room between the face and the right edge.',
    advice: 'The face is too near the right edge: move to the middle.',
  },
  MarginAboveOfTheFaceImage: {
    about: 'Room above the face.',
    advice: 'There is too little room above the head: lower the face or raise the camera.',
  },
  MarginBelowOfTheFaceImage: {
    about: 'Room below the face.',
    advice: 'There is too little room below the face: show neck and shoulders.',
  },
  HeadPoseYaw: {
    about: 'How little the head is turned to a side.',
    advice: (raw) => `Turn the head to your ${raw > 0 ? 'right' : 'left'}, towards the camera.`,
  },
  HeadPosePitch: {
    about: 'How little the head looks up or down.',
    advice: (raw) => `${raw > 0 ? 'Raise' : 'Lower'} the chin a little.`,
  },
  HeadPoseRoll: {
    about: 'How little the head is tilted.',
    advice: 'Hold the head upright, and the camera level.',
  },
  ExpressionNeutrality: {
    about: 'How neutral the expression is.',
    advice: 'Keep a neutral expression.',
  },
  NoHeadCoverings: {
    about: 'How little clothing covers the head.',
    advice: 'Take off hat, cap or hood.',
  },
};

/** One sentence on what the measure says. */
export function aboutMeasure(measure: QualityMeasureName): string {
  return WORDING[measure].about;
}

/** What would raise the score; empty where it is good enough or nothing can be said. */
export function adviceFor({
  measure,
  rawValue,
  scalarScore,
}: {
  readonly measure: QualityMeasureName;
  readonly rawValue: number;
  readonly scalarScore: number;
}): string {
  if (scalarScore >= ADVICE_BELOW) return '';
  const { advice } = WORDING[measure];
  return typeof advice === 'string' ? advice : advice(rawValue);
}
