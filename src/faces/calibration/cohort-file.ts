/** Cohorts as files, apart from what is done with them: workers check no files. */
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
   * Mean crowding of people it does not know; absent where crowding does not help the encoder: then
   * the averages only tell the gallery what faces are like.
   */
  crowding: Type.Optional(Type.Number()),
  /** Vectors one after the other as int8 (base64); each is scaled to unit length when read. */
  vectors: Type.String(),
});

export type CohortFile = Static<typeof CohortSchema>;

/**
 * Reads a cohort file.
 * @param origin how to name the file in errors
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
