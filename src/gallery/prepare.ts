/** Templates made ready for the gallery: their vectors encoded, or why they are left out. */
import { type Bcid, type StoredTemplate, TemplateCorrupted } from '../templates/template.ts';
import { galleryTags } from './gallery.ts';
import type { VectorEncoder } from './vector-encoder.ts';

/** Why a template cannot be found. */
export type LeftOut = 'otherEncoder' | 'corrupted';

export interface PreparedClass {
  readonly bcid: Bcid;
  readonly tags: readonly string[];
  /** Number of its rows in the batch. */
  readonly vectors: number;
  readonly leftOut?: LeftOut;
}

/** In a form that can be sent to another thread. */
export interface PreparedBatch {
  readonly classes: readonly PreparedClass[];
  /** Encoded rows of all classes, one after the other. */
  readonly rows: Uint8Array<ArrayBuffer>;
}

/** @param encoderVersion templates of other versions are left out */
export function prepare(
  batch: readonly StoredTemplate[],
  encoder: VectorEncoder,
  encoderVersion: number,
): PreparedBatch {
  const classes = batch.map(({ bcid, template }): PreparedClass => {
    const none = { bcid, tags: [], vectors: 0 };
    if (template instanceof TemplateCorrupted) return { ...none, leftOut: 'corrupted' };
    if (template.encoderVersion !== encoderVersion) return { ...none, leftOut: 'otherEncoder' };
    return { bcid, tags: galleryTags(template), vectors: template.features.length };
  });
  const { bytes } = encoder.format;
  const count = classes.reduce((sum, { vectors }) => sum + vectors, 0);
  const rows = new Uint8Array(count * bytes);
  let at = 0;
  batch.forEach(({ template }, i) => {
    if (template instanceof TemplateCorrupted || classes[i]!.vectors === 0) return;
    for (const { values } of template.features) {
      encoder.encodeRow(values, rows.subarray(at, at + bytes));
      at += bytes;
    }
  });
  return { classes, rows };
}
