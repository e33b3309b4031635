/** Ways to spoil a portrait, each with the measures that are about it. */
import type { FaceFacts } from '../../src/faces/analysis.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import type { QualityMeasureName } from '../../src/faces/quality/measure.ts';

export interface Degradation {
  readonly name: string;
  /** The measure that names it. */
  readonly measure: QualityMeasureName;
  /** Measures that it changes as well, by its nature. */
  readonly related: readonly QualityMeasureName[];
  spoil(portrait: Portrait): Promise<Buffer>;
}

/** An upright portrait as PNG, and where its face is. */
export interface Portrait {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  readonly face: FaceFacts;
}

const CROPS = [
  'LeftwardCropOfTheFaceImage',
  'RightwardCropOfTheFaceImage',
  'MarginAboveOfTheFaceImage',
  'MarginBelowOfTheFaceImage',
] as const;
const LIGHT = [
  'LuminanceMean',
  'LuminanceVariance',
  'UnderExposurePrevention',
  'OverExposurePrevention',
  'DynamicRange',
  'IlluminationUniformity',
  'NaturalColour',
] as const;

export const DEGRADATIONS: readonly Degradation[] = [
  {
    name: 'blur',
    measure: 'Sharpness',
    related: ['UnifiedQualityScore', 'BackgroundUniformity', 'CompressionArtifacts'],
    spoil: ({ png, face }) =>
      sharp(png)
        .blur(eyeDistance(face) / 18)
        .png()
        .toBuffer(),
  },
  {
    name: 'compress',
    measure: 'CompressionArtifacts',
    related: ['UnifiedQualityScore', 'BackgroundUniformity', 'Sharpness'],
    spoil: async ({ png }) =>
      sharp(await sharp(png).jpeg({ quality: 10 }).toBuffer())
        .png()
        .toBuffer(),
  },
  {
    name: 'compress to rubble',
    measure: 'CompressionArtifacts',
    related: ['UnifiedQualityScore', 'BackgroundUniformity', 'Sharpness'],
    spoil: async ({ png }) =>
      sharp(await sharp(png).jpeg({ quality: 4 }).toBuffer())
        .png()
        .toBuffer(),
  },
  {
    name: 'darken',
    measure: 'LuminanceMean',
    related: ['UnifiedQualityScore', 'BackgroundUniformity', ...LIGHT],
    spoil: ({ png }) => sharp(png).linear(0.3, 0).png().toBuffer(),
  },
  {
    name: 'rotate by 35°',
    measure: 'HeadPoseRoll',
    related: ['UnifiedQualityScore', 'BackgroundUniformity', 'HeadSize', ...CROPS],
    spoil: ({ png }) => sharp(png).rotate(35, { background: '#888' }).png().toBuffer(),
  },
  {
    name: 'crop below the chin',
    measure: 'MarginBelowOfTheFaceImage',
    related: ['UnifiedQualityScore', 'BackgroundUniformity', 'HeadSize'],
    spoil: ({ png, width, height, face }) => {
      const eyes = (face.leftEye.y + face.rightEye.y) / 2;
      const bottom = Math.min(height, Math.round(eyes + 2.3 * eyeDistance(face)));
      return sharp(png).extract({ left: 0, top: 0, width, height: bottom }).png().toBuffer();
    },
  },
  {
    name: 'crop beside the face',
    measure: 'LeftwardCropOfTheFaceImage',
    related: ['UnifiedQualityScore', 'BackgroundUniformity', 'HeadSize'],
    spoil: ({ png, width, height, face }) => {
      const left = Math.max(0, Math.round(face.box.x));
      return sharp(png)
        .extract({ left, top: 0, width: width - left, height })
        .png()
        .toBuffer();
    },
  },
  {
    name: 'cover the mouth',
    measure: 'MouthOcclusionPrevention',
    related: ['UnifiedQualityScore', 'FaceOcclusionPrevention', 'MouthClosed', ...LIGHT],
    spoil: (portrait) =>
      paint(portrait, [155, 187, 204], (x, y) => y > 0.8 && y < 1.4 && Math.abs(x) < 0.7),
  },
  {
    name: 'cover mouth and chin',
    measure: 'MouthOcclusionPrevention',
    related: ['UnifiedQualityScore', 'FaceOcclusionPrevention', 'MouthClosed', ...LIGHT],
    spoil: (portrait) =>
      paint(portrait, [155, 187, 204], (x, y) => y > 0.8 && y < 2.2 && Math.abs(x) < 1),
  },
  {
    name: 'sunglasses',
    measure: 'EyesVisible',
    related: ['UnifiedQualityScore', 'FaceOcclusionPrevention', 'EyesOpen', ...LIGHT],
    spoil: (portrait) =>
      paint(portrait, [12, 12, 14], (x, y) => {
        const glass = ((Math.abs(x) - 0.5) / 0.46) ** 2 + (y / 0.3) ** 2 < 1;
        return glass || (Math.abs(x) < 1.05 && y > -0.15 && y < -0.05);
      }),
  },
];

/** Turning the head: two frames of one recording instead of a drawing. */
export const TURN: Omit<Degradation, 'spoil'> = {
  name: 'turn the head',
  measure: 'HeadPoseYaw',
  related: ['UnifiedQualityScore', 'BackgroundUniformity', 'InterEyeDistance', ...CROPS, ...LIGHT],
};

export function eyeDistance({ leftEye, rightEye }: FaceFacts): number {
  return Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y);
}

/**
 * Paints what lies inside a shape; the shape is told eye distances from the middle between the eyes,
 * turned as the face is.
 */
async function paint(
  { png, face }: Portrait,
  colour: readonly [number, number, number],
  inside: (x: number, y: number) => boolean,
): Promise<Buffer> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const { leftEye, rightEye } = face;
  const size = eyeDistance(face);
  const cosine = (leftEye.x - rightEye.x) / size;
  const sine = (leftEye.y - rightEye.y) / size;
  for (let y = 0, p = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++, p += 3) {
      const u = (x - (leftEye.x + rightEye.x) / 2) / size;
      const v = (y - (leftEye.y + rightEye.y) / 2) / size;
      if (inside(u * cosine + v * sine, v * cosine - u * sine)) data.set(colour, p);
    }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
