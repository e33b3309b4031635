/** Tables of classes: templates and what belongs to them. */
import {
  BOUND,
  bigint,
  CLASS,
  integer,
  key,
  OF_TEMPLATE,
  ofLength,
  SEALED,
  table,
  text,
  time,
  upTo,
} from './table.ts';

const OF_CLASS = 'storage, partition, class_id';

export const TEMPLATE_TABLES = {
  templates: table(
    {
      ...{ storage: upTo(64), partition: upTo(64), class_id: bigint('check ($ > 0)') },
      /** Counts up with every change. Writers compare and swap it. */
      revision: integer('check ($ > 0)'),
      encoder_version: integer('check ($ > 0)'),
      ...SEALED,
    },
    { key: OF_CLASS, indexes: { encoder: 'encoder_version' } },
  ),

  /** The current revision of a class's template: an older copy that was put back is not used. */
  template_revisions: table(
    { ...CLASS, revision: integer('check ($ > 0)'), ...BOUND },
    { key: OF_CLASS, byKey: true },
  ),

  thumbnails: table(
    { ...CLASS, feature_id: upTo(64), enrolled: time(), ...SEALED },
    { key: `${OF_CLASS}, feature_id`, references: OF_TEMPLATE },
  ),

  /** Index for search only: the tags in the sealed record are authoritative. */
  template_tags: table(
    { ...CLASS, tag: text('check (length($) > 0)') },
    {
      ...{ key: `${OF_CLASS}, tag`, references: OF_TEMPLATE },
      indexes: { tag: 'storage, partition, tag' },
    },
  ),

  /** A class whose template was recently written or deleted. */
  class_changes: table(
    {
      ...CLASS,
      /** GUID of the change. */
      change: ofLength(36),
      /** Milliseconds since 1970 by the clock of the database. */
      changed_ms: bigint(),
    },
    { key: OF_CLASS, indexes: { time: 'changed_ms' } },
  ),

  /** A refused comparison with a class. It counts for an hour. */
  refused_comparisons: table(
    {
      /** The id of the job if it compared once; else an id of this comparison. */
      job_id: key(ofLength(36)),
      ...CLASS,
      refused: time(),
    },
    { indexes: { class: `${OF_CLASS}, refused`, time: 'refused' } },
  ),
};
