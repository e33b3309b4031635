/**
 * Change of a comparison score when a feature vector is stored, or recomputed from its thumbnail.
 */

import type { FaceEngine } from '../src/faces/analysis.ts';
import { cosine } from '../src/faces/encoding/compare.ts';
import { dequantise, quantise } from '../src/templates/quantise.ts';

export interface StoredForms {
  readonly images: number;
  /** Largest change of a score with one vector recomputed from its stored thumbnail. */
  readonly fromThumbnail: number;
  /** The same with one vector stored in a template and read back. */
  readonly fromTemplate: number;
  /** Mean size of a thumbnail in bytes. */
  readonly thumbnailBytes: number;
}

/**
 * @param images read photographs with one person each
 * @param finish appends values to the networks' vectors
 */
export async function testStoredForms(
  engine: FaceEngine,
  images: readonly (() => Promise<Uint8Array>)[],
  finish: (features: Float32Array) => Float32Array,
): Promise<StoredForms> {
  const vectors: { features: Float32Array; recomputed: Float32Array; stored: Float32Array }[] = [];
  let bytes = 0;
  for (const read of images) {
    const { subject } = await engine.analyse(await read(), { thumbnail: true });
    if (subject?.thumbnail === undefined) continue;
    const { thumbnail } = subject;
    bytes += thumbnail.length;
    const features = finish(subject.features);
    const recomputed = finish(await engine.encodeThumbnail(thumbnail));
    vectors.push({ features, recomputed, stored: dequantise(quantise(features)) });
  }
  let fromThumbnail = 0;
  let fromTemplate = 0;
  for (const { features, recomputed, stored } of vectors) {
    for (const { features: probe } of vectors) {
      const score = cosine(probe, features);
      fromThumbnail = Math.max(fromThumbnail, Math.abs(cosine(probe, recomputed) - score));
      fromTemplate = Math.max(fromTemplate, Math.abs(cosine(probe, stored) - score));
    }
  }
  const thumbnailBytes = Math.round(bytes / Math.max(1, vectors.length));
  return { images: vectors.length, fromThumbnail, fromTemplate, thumbnailBytes };
}
