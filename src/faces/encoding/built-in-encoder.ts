/** The networks of npm packages, and the encoder made from them. */
import { arcfaceCrop, dlibCrop, type EncoderDefinition, type EncoderPart } from './encoder.ts';

/** dlib's ResNet: 128 values from a 150-pixel chip. */
export const DLIB_PART: EncoderPart = {
  model: 'dlib-resnet',
  weight: 5,
  size: 150,
  normalisation: {
    order: 'RGB',
    mean: [122.782, 117.001, 104.298],
    scale: [1 / 255, 1 / 255, 1 / 255],
  },
  crop: dlibCrop(1.05),
  dimension: 128,
  output: 'embedding',
};

/** faceres: 1024 values from a 224-pixel crop. */
const FACERES_PART: EncoderPart = {
  model: 'faceres',
  weight: 1,
  size: 224,
  normalisation: { order: 'BGR', mean: [103.939, 116.779, 123.68], scale: [1, 1, 1] },
  crop: arcfaceCrop(224, 0.9),
  dimension: 1024,
  output: 'global_pooling/Mean',
};

/** The encoder from npm packages: dlib × 5 + faceres. */
export const DLIB_FACERES: EncoderDefinition = {
  name: 'dlib-faceres',
  parts: [DLIB_PART, FACERES_PART],
};
