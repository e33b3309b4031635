/** Tables of the service itself: settings, keys, bookkeeping, the audit trail and counters. */
import { JOB_STATUSES } from '../column-values.ts';
import {
  BOUND,
  bigint,
  bytes,
  integer,
  key,
  ofLength,
  oneOf,
  orNull,
  real,
  SEALED,
  table,
  text,
  time,
  upTo,
} from './table.ts';

export const SERVICE_TABLES = {
  settings: table({ name: key(text()), value: text(), ...BOUND }),

  encoder_versions: table({
    version: key(integer('check ($ > 0)')),
    name: text(),
    fingerprint: text('unique'),
    created: time(),
    ...BOUND,
  }),

  key_encryption_keys: table({
    id: key(text()),
    /** Counts up. The greatest seals. */
    generation: integer('unique check ($ > 0)'),
    wrapped: bytes(60),
    created: time(),
  }),

  /** Keys that the service itself signs and hashes with; the sealed body is the key. */
  service_keys: table(
    {
      id: key(text()),
      /** The purpose of the key, such as `task token`. It has no other use. */
      purpose: upTo(64),
      created: time(),
      ...SEALED,
    },
    { indexes: { purpose: 'purpose, created' } },
  ),

  /** Keys of galleries in the database: master key and id determine the rotation. */
  gallery_keys: table({
    id: key(ofLength(36)),
    /** Counts up. Vectors are written with the greatest. */
    generation: integer('unique'),
    created: time(),
  }),

  jobs: table(
    {
      job_id: key(text()),
      client_id: text(),
      operation: text(),
      class_id: orNull(bigint('check ($ > 0)')),
      reference_number: orNull(text()),
      transaction_id: orNull(text()),
      status: oneOf(...JOB_STATUSES),
      /** JSON array of {errorCode, message}. */
      errors: text(),
      decision: orNull(text()),
      /** JSON array of suspicions against the camera; null: none. */
      suspicions: orNull(text()),
      /** Of the comparison, 0..1; null: nothing was compared. */
      score: orNull(real('check ($ between 0 and 1)')),
      started: time(),
      duration_ms: real('check ($ >= 0)'),
    },
    { indexes: { client: 'client_id, started', start: 'started' } },
  ),

  /** The audit trail. Past the retention, only seq, digest and hash remain, and `pruned` is set. */
  audit_entries: table(
    {
      /** Counts up from 1 without gaps. */
      seq: key(bigint('check ($ > 0)')),
      time: orNull(time()),
      event: orNull(text()),
      client_id: orNull(text()),
      transaction_id: orNull(text()),
      /** Canonical JSON. Earlier columns are copies of its members, for searching. */
      entry: orNull(text()),
      digest: bytes(32),
      /** Links the digest to the hash of the previous entry. */
      hash: bytes(32),
      pruned: orNull(bytes(32)),
    },
    {
      indexes: {
        time: 'time',
        event: 'event, seq',
        client: 'client_id, seq',
        transaction: 'transaction_id, seq',
      },
    },
  ),

  /** Ends of the audit trail: `floor` is the last removed entry, `head` the last entry. */
  audit_marks: table({
    name: key(oneOf('floor', 'head')),
    seq: bigint('check ($ > 0)'),
    hash: bytes(32),
    seal: bytes(32),
  }),

  /** Keyed hashes of images with the client that sent them. */
  image_hashes: table({ hash: key(bytes(32)), seen: time() }, { indexes: { time: 'seen' } }),

  /** Uses in the period that ends then. `id` names the quota and, by a keyed hash, the owner. */
  quotas: table(
    { id: key(text()), used: integer('check ($ > 0)'), ends: time() },
    { indexes: { end: 'ends' } },
  ),
};
