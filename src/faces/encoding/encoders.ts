/** The built-in encoder and those made of packs, each with its calibration. */
import { ModelError } from '../../inference/models/model-error.ts';
import type { ModelLocations } from '../../inference/models/prepare.ts';
import { MBF, RECOMMENDED } from '../../inference/packs/encoder-packs.ts';
import { findPack } from '../../inference/packs/known-packs.ts';
import type { EncoderPack } from '../../inference/packs/pack.ts';
import { damagedFiles, hasPacks } from '../../inference/packs/pack-files.ts';
import { findMeasurements, type Measurements } from '../calibration/measurements.ts';
import { normalisationOf } from '../image/resample.ts';
import { DLIB_FACERES } from './built-in-encoder.ts';
import { arcfaceCrop, type EncoderDefinition, type EncoderPart } from './encoder.ts';

export const RECOMMENDED_ENCODER = MBF.name;

/** Shown if the recommended pack is not installed. */
export const RECOMMENDED_MISSING =
  `The encoder is ${DLIB_FACERES.name}; the recommended one errs less and is faster: ` +
  `run "prosopon models pull ${RECOMMENDED}".`;

/** Whether a choice of `models use` depends on what is installed. */
export const isRecommended = (name: string | undefined): name is typeof RECOMMENDED | undefined =>
  name === undefined || name === RECOMMENDED;

/**
 * Resolves the name of an encoder. `recommended`, also the default, means the recommended pack if
 * installed, else the built-in encoder. A damaged pack is selected too, although it cannot be
 * loaded: spoiling a file must not weaken comparisons.
 */
export async function resolveEncoderName(
  name: string | undefined,
  locations: ModelLocations,
): Promise<string> {
  if (!isRecommended(name)) return name;
  const meant = (await hasPacks([MBF], locations)) || (await isRecommendedDamaged(locations));
  return meant ? RECOMMENDED_ENCODER : DLIB_FACERES.name;
}

/** Whether a file with the wrong content prevents the recommended pack from being installed. */
export const isRecommendedDamaged = async (locations: ModelLocations): Promise<boolean> =>
  (await damagedFiles([MBF], locations)).length > 0;

/** The built-in or pack encoder of that name. @throws ModelError */
export async function findEncoder(
  asked: string | undefined,
  locations: ModelLocations,
): Promise<Measurements & { readonly definition: EncoderDefinition }> {
  const name = await resolveEncoderName(asked, locations);
  const definition = name === DLIB_FACERES.name ? DLIB_FACERES : definitionOf(name);
  return { definition, ...(await findMeasurements(name, locations)) };
}

function definitionOf(name: string): EncoderDefinition {
  const pack = findPack(name);
  if (pack.kind !== 'encoder') throw new ModelError(`${name}: a ${pack.kind}, not an encoder`);
  return { name, parts: [partOf(pack)] };
}

function partOf({ name, input, encoder }: EncoderPack): EncoderPart {
  return {
    model: name,
    weight: 1,
    size: input.width,
    normalisation: normalisationOf(input),
    crop: arcfaceCrop(input.width, 1),
    ...(encoder.mirror === false && { mirror: false as const }),
    dimension: encoder.dimension,
    output: encoder.output,
  };
}
