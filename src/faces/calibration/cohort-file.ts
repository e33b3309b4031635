/** Cohorts as files. Apart from their use, because workers check no files. */
import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { ModelError } from '../../inference/models/model-error.ts';
import type { Cohort } from '../encoding/cohort.ts';
import { cosine } from '../encoding/compare.ts';
import { parseMeasured } from './measured-file.ts';

const CohortSchema = Type.Object({
  encoder: Type.String(),
  about: Type.String(),
  /** Values of a vector. */
  dimension: Type.Integer({ minimum: 1 }),
  /**
   * Mean crowding of strangers. Absent if crowding does not help the encoder: then the averages
   * only describe typical faces to the gallery.
   */
  crowding: Type.Optional(Type.Number()),
  /** Vectors as consecutive int8 values (base64), scaled to unit length when read. */
  vectors: Type.String(),
});

export type CohortFile = Static<typeof CohortSchema>;

/**
 * Reads a cohort file.
 * @param origin name of the file for errors
 * @throws ModelError not a cohort file, or its vectors do not have the stated size
 */
export function parseCohort(text: string, origin: string): Cohort {
  const value = parseMeasured(CohortSchema, text, origin);
  const { dimension, crowding } = value;
  const bytes = Buffer.from(value.vectors, 'base64');
  if (bytes.length === 0 || bytes.length % dimension !== 0)
    throw new ModelError(`${origin}: vectors are not of ${dimension} values`);
  const vectors = Array.from({ length: bytes.length / dimension }, (_, i) =>
    toUnitLength(
      Float32Array.from(new Int8Array(bytes.subarray(i * dimension, (i + 1) * dimension))),
    ),
  );
  const digest = createHash('sha256')
    .update(`${crowding ?? ''} `)
    .update(bytes)
    .digest('hex');
  return { dimension, crowding, vectors, digest };
}

function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector)) || 1;
  return vector.map((value) => value / length);
}
