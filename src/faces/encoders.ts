/** The encoders there are: the built-in one and those of packs, each with its calibration. */
import { join } from 'node:path';
import { ModelError } from '../inference/model-error.ts';
import type { EncoderPack } from '../inference/pack-schema.ts';
import { findPack } from '../inference/packs.ts';
import type { ModelPlaces } from '../inference/prepare.ts';
import { findMeasurements, type Measurements } from './calibration/measurements.ts';
import { arcfaceCrop, dlibCrop, type EncoderDefinition, type EncoderPart } from './encoder.ts';
import { composeSimilarities } from './geometry.ts';

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
export const FACERES_PART: EncoderPart = {
  model: 'faceres',
  weight: 1,
  size: 224,
  normalisation: { order: 'BGR', mean: [103.939, 116.779, 123.68], scale: [1, 1, 1] },
  crop: arcfaceCrop(224, 0.9),
  dimension: 1024,
  output: 'global_pooling/Mean',
};

/** The default encoder: dlib × 5 + faceres. */
export const DLIB_FACERES: EncoderDefinition = {
  name: 'dlib-faceres',
  parts: [DLIB_PART, FACERES_PART],
};

/** Networks that a pack can be fused with, by model name. */
const BUILT_IN_PARTS: readonly EncoderPart[] = [DLIB_PART, FACERES_PART];

/** An encoder and what was measured of it. */
export interface CalibratedEncoder extends Measurements {
  readonly definition: EncoderDefinition;
}

/**
 * The encoder of that name, the default one without a name: built in, or that of a pack.
 * @throws ModelError no such pack, or it is no encoder
 */
export async function findEncoder(
  name: string | undefined,
  places: ModelPlaces,
): Promise<CalibratedEncoder> {
  if (name === undefined || name === DLIB_FACERES.name)
    return { definition: DLIB_FACERES, ...(await findMeasurements(DLIB_FACERES.name, places)) };
  const { pack, directory } = await findPack(name, places);
  if (pack.kind !== 'encoder') throw new ModelError(`${name}: a ${pack.kind}, not an encoder`);
  const { calibration } = pack.encoder;
  const beside =
    directory === undefined || calibration === undefined ? [] : [join(directory, calibration)];
  return {
    definition: { name, parts: [partOf(pack), ...pack.encoder.fusion.map(fusedPart)] },
    ...(await findMeasurements(name, places, beside)),
  };
}

function partOf({ name, input, encoder }: EncoderPack): EncoderPart {
  const { template, scale } = encoder.alignment;
  if (input.width !== input.height) throw new ModelError(`${name}: input must be square`);
  const size = input.width;
  const zoom = { a: scale, b: 0, tx: (size / 2) * (1 - scale), ty: (size / 2) * (1 - scale) };
  const chip = composeSimilarities(dlibCrop(1), { a: size / 150, b: 0, tx: 0, ty: 0 });
  const crop = template === 'dlib' ? composeSimilarities(chip, zoom) : arcfaceCrop(size, scale);
  return {
    model: name,
    weight: encoder.weight,
    size,
    normalisation: {
      order: input.channels === 'bgr' ? 'BGR' : 'RGB',
      mean: input.mean,
      scale: [input.scale, input.scale, input.scale],
    },
    crop,
    dimension: encoder.dimension,
    output: encoder.output,
  };
}

function fusedPart({ model, weight }: { model: string; weight: number }): EncoderPart {
  const part = BUILT_IN_PARTS.find((candidate) => candidate.model === model);
  if (part === undefined)
    throw new ModelError(`${model}: no built-in encoder of that name to fuse with`);
  return { ...part, weight };
}
