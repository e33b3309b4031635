/** Ways to spoil a portrait in three severities, each with the measures that are about it. */
import type { QualityMeasureName } from '../../src/faces/quality/measures.ts';
import { eyesMiddle, type Portrait } from './portrait.ts';
import {
  blurred,
  columnBesideEyes,
  compressed,
  cutBelow,
  cutBeside,
  darkened,
  painted,
  rowBelowEyes,
  type Spoil,
  turned,
} from './spoil.ts';

/** Measures that a degradation changes as well, by its nature. */
export interface Relation {
  readonly measures: readonly QualityMeasureName[];
  readonly because: string;
}

export interface Severity {
  readonly name: string;
  readonly spoil: Spoil;
  /** Raw value that follows from what was done, where geometry says it. */
  readonly byDefinition?: (portrait: Portrait, rawBefore: number) => number;
}

export interface Degradation {
  readonly name: string;
  /** The measure that names it. */
  readonly measure: QualityMeasureName;
  readonly related: readonly Relation[];
  readonly severities: readonly Severity[];
}

const SIDES = ['LeftwardCropOfTheFaceImage', 'RightwardCropOfTheFaceImage'] as const;
const MARGINS = ['MarginAboveOfTheFaceImage', 'MarginBelowOfTheFaceImage'] as const;
const LIGHT = [
  'LuminanceMean',
  'LuminanceVariance',
  'UnderExposurePrevention',
  'OverExposurePrevention',
  'DynamicRange',
  'IlluminationUniformity',
  'NaturalColour',
] as const;

const WHOLE: Relation = { measures: ['UnifiedQualityScore'], because: 'it judges the whole image' };
const COVER: Relation = { measures: LIGHT, because: 'the cover counts as face' };

const MASK = [155, 187, 204] as const;
const covered = (top: number, bottom: number, halfWidth: number) =>
  painted(MASK, (x, y) => y > top && y < bottom && Math.abs(x) < halfWidth);

const glasses = (width: number, height: number, opacity: number) =>
  painted(
    [12, 12, 14],
    (x, y) => {
      const glass = ((Math.abs(x) - 0.5) / width) ** 2 + (y / height) ** 2 < 1;
      return glass || (Math.abs(x) < 1.05 && y > -0.15 && y < -0.05);
    },
    opacity,
  );

/** Glasses that hide the eyes, painted. */
export const blackGlasses = glasses(0.46, 0.3, 1);
/** A mask over mouth and nose, painted. */
export const surgicalMask = covered(0.45, 2.2, 1);

const tilted = (degrees: number): Severity => ({
  name: `by ${degrees}°`,
  spoil: turned(degrees),
  byDefinition: (_, rollBefore) => rollBefore - degrees,
});

const below = (eyeDistances: number, name: string): Severity => ({
  name,
  spoil: cutBelow(eyeDistances),
  byDefinition(portrait, marginBefore) {
    const eyes = eyesMiddle(portrait.face).y;
    const left = (rowBelowEyes(portrait, eyeDistances) - eyes) / (portrait.height - eyes);
    return marginBefore * left;
  },
});

const beside = (eyeDistances: number, name: string): Severity => ({
  name,
  spoil: cutBeside(eyeDistances),
  byDefinition: (portrait, cropBefore) =>
    columnBesideEyes(portrait, eyeDistances) > 0 ? eyeDistances : cropBefore,
});

export const DEGRADATIONS: readonly Degradation[] = [
  {
    name: 'blur',
    measure: 'Sharpness',
    related: [
      WHOLE,
      {
        measures: ['BackgroundUniformity', 'CompressionArtifacts'],
        because: 'gradients and fine detail go',
      },
    ],
    severities: [
      { name: 'σ 1/40 eye distance', spoil: blurred(1 / 40) },
      { name: 'σ 1/18', spoil: blurred(1 / 18) },
      { name: 'σ 1/8', spoil: blurred(1 / 8) },
    ],
  },
  {
    name: 'compress',
    measure: 'CompressionArtifacts',
    related: [
      WHOLE,
      {
        measures: ['BackgroundUniformity', 'Sharpness'],
        because: 'edges of blocks appear and fine detail goes',
      },
      {
        measures: ['DynamicRange', 'NaturalColour'],
        because:
          'quantisation leaves fewer levels: at quality 4 the mean brightness of a block has steps ' +
          'of 25 and its mean colour of 27',
      },
    ],
    severities: [30, 10, 4].map((quality) => ({
      name: `JPEG quality ${quality}`,
      spoil: compressed(quality),
    })),
  },
  {
    name: 'darken',
    measure: 'LuminanceMean',
    related: [
      WHOLE,
      { measures: LIGHT, because: 'all of them are about light' },
      { measures: ['BackgroundUniformity'], because: 'gradients shrink with the light' },
    ],
    severities: [0.6, 0.3, 0.15].map((factor) => ({
      name: `× ${factor}`,
      spoil: darkened(factor),
    })),
  },
  {
    name: 'rotate',
    measure: 'HeadPoseRoll',
    related: [
      WHOLE,
      {
        measures: ['HeadSize', 'BackgroundUniformity', ...SIDES, ...MARGINS],
        because: 'the picture grows and its corners are filled',
      },
    ],
    severities: [10, 20, 35].map(tilted),
  },
  {
    name: 'crop below',
    measure: 'MarginBelowOfTheFaceImage',
    related: [
      WHOLE,
      { measures: ['HeadSize'], because: 'the height of the image is its unit' },
      { measures: ['BackgroundUniformity'], because: 'less of the background is left' },
    ],
    severities: [
      below(3.6, 'at the shoulders'),
      below(3, 'at the neck'),
      below(2.3, 'under the chin'),
    ],
  },
  {
    name: 'crop beside',
    measure: 'LeftwardCropOfTheFaceImage',
    related: [
      WHOLE,
      { measures: ['BackgroundUniformity'], because: 'less of the background is left' },
      {
        measures: ['EyesOpen', 'EyesVisible', 'FaceOcclusionPrevention', ...LIGHT],
        because: 'what is cut off is black in the aligned face',
      },
    ],
    severities: [
      beside(1.5, 'beside the face'),
      beside(1, 'through the eye'),
      beside(0.8, 'through its inner corner'),
    ],
  },
  {
    name: 'cover',
    measure: 'MouthOcclusionPrevention',
    related: [
      WHOLE,
      COVER,
      {
        measures: ['FaceOcclusionPrevention', 'MouthClosed', 'ExpressionNeutrality'],
        because: 'the mouth is not to be seen',
      },
    ],
    severities: [
      { name: 'the lips', spoil: covered(0.95, 1.35, 0.5) },
      { name: 'the mouth', spoil: covered(0.8, 1.4, 0.7) },
      { name: 'mouth and chin', spoil: covered(0.8, 2.2, 1) },
    ],
  },
  {
    name: 'sunglasses',
    measure: 'EyesVisible',
    related: [
      WHOLE,
      COVER,
      {
        measures: ['FaceOcclusionPrevention', 'EyesOpen', 'ExpressionNeutrality'],
        because: 'the eyes are not to be seen',
      },
    ],
    severities: [
      { name: 'tinted', spoil: glasses(0.46, 0.3, 0.5) },
      { name: 'small and black', spoil: glasses(0.36, 0.22, 1) },
      { name: 'large and black', spoil: blackGlasses },
    ],
  },
];

/** Turning the head: frames of a recording instead of a drawing, by the yaw of each. */
export const TURN: Omit<Degradation, 'severities'> = {
  name: 'turn the head',
  measure: 'HeadPoseYaw',
  related: [
    WHOLE,
    { measures: SIDES, because: 'their unit, the distance of the eyes, shrinks' },
    { measures: LIGHT, because: 'another side of the face meets the light' },
    {
      measures: ['BackgroundUniformity', 'FaceOcclusionPrevention'],
      because: 'another part of head and background is seen',
    },
  ],
};
