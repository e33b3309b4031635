/** The definition of an encoder: networks, their crops of the patch, and joining the vectors. */

import templates from '../calibration/alignment-templates.json' with { type: 'json' };
import { composeSimilarities, invertSimilarity, type Similarity } from '../geometry.ts';
import type { Normalisation } from '../image/resample.ts';
import { TEMPLATE_TO_PATCH } from './align.ts';

/** A network of an encoder. */
export interface EncoderPart {
  /** Model name in the manifest or of a pack. */
  readonly model: string;
  /** Weight of its cosine in the comparison score; the parts' weights are relative. */
  readonly weight: number;
  /** Input side in pixels. */
  readonly size: number;
  readonly normalisation: Normalisation;
  /** Template units (ArcFace 112 frame) → input pixels. */
  readonly crop: Similarity;
  /** Set if the mirror image is not used as well. */
  readonly mirror?: false;
  readonly dimension: number;
  /** Name of the output with the vector. */
  readonly output: string;
}

/** An encoder. Its feature vector joins the unit vectors of its parts, weighted by √weight. */
export interface EncoderDefinition {
  readonly name: string;
  readonly parts: readonly EncoderPart[];
}

/** A crop of `size` pixels with the ArcFace frame `scale` times as large, same centre. */
export function arcfaceCrop(size: number, scale: number): Similarity {
  const a = (size / 112) * scale;
  return { a, b: 0, tx: size / 2 - a * 56, ty: size / 2 - a * 56 };
}

/** The dlib chip (150 pixels, 0.25 padding), enlarged `scale` times about its centre. */
export function dlibCrop(scale: number): Similarity {
  const [a, b, tx, ty] = templates.arcfaceToDlib as [number, number, number, number];
  const about = { a: scale, b: 0, tx: 75 - 75 * scale, ty: 75 - 75 * scale };
  return composeSimilarities({ a, b, tx, ty }, about);
}

/** Input pixels of a part → patch pixels. */
export function inputToPatch(part: EncoderPart): Similarity {
  return composeSimilarities(invertSimilarity(part.crop), TEMPLATE_TO_PATCH);
}

/** Length of the encoder's feature vector. */
export function dimensionOf(encoder: EncoderDefinition): number {
  return encoder.parts.reduce((sum, part) => sum + part.dimension, 0);
}
