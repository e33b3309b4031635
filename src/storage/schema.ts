/** The tables as Kysely sees them; migrations/ create exactly these. */

import type { AccountSchema } from './account-tables.ts';
import type { ClassKey } from './class-key.ts';
import type { BoundColumn, SealedColumns } from './columns.ts';
import type { JobsTable } from './jobs-table.ts';
import type { WebhookSchema } from './webhook-tables.ts';

export interface SettingsTable extends BoundColumn {
  name: string;
  value: string;
}

export interface EncoderVersionsTable extends BoundColumn {
  version: number;
  name: string;
  fingerprint: string;
  created: string;
}

export interface KeyEncryptionKeysTable {
  id: string;
  /** Counts up. The greatest seals. */
  generation: number;
  wrapped: Uint8Array;
  created: string;
}

export interface ClientsTable extends BoundColumn {
  id: string;
  name: string;
  storage: string;
  partition: string;
  secret_salt: Uint8Array;
  secret_hash: Uint8Array;
  /** Null: with the client. */
  secret_created: string | null;
  /** The previous secret, valid until it ends; null: there is none. */
  older_secret_salt: Uint8Array | null;
  older_secret_hash: Uint8Array | null;
  older_secret_ends: string | null;
  /** JSON of ClientSettings. */
  settings: string;
  /** JSON array. */
  redirect_uris: string;
  /** JSON array; null: empty. */
  logout_uris: string | null;
  /** JSON array. */
  allowed_origins: string;
  /** JSON array of JWKs; null: empty. */
  public_keys: string | null;
  created: string;
}

export interface ClientKeysTable extends SealedColumns, BoundColumn {
  id: string;
  client_id: string;
  created: string;
  /** Null: until its rotation. */
  expires: string | null;
}

export interface TemplatesTable extends SealedColumns, ClassKey {
  /** Counts up with every change. Writers compare and swap it. */
  revision: number;
  encoder_version: number;
}

export interface ThumbnailsTable extends SealedColumns, ClassKey {
  feature_id: string;
  enrolled: string;
}

/** Index for search only: the tags in the sealed record are authoritative. */
export interface TemplateTagsTable extends ClassKey {
  tag: string;
}

/** A refused comparison with a class. It counts for an hour. */
export interface RefusedComparisonsTable extends ClassKey {
  /** The id of the job if it compared once; else an id of this comparison. */
  job_id: string;
  refused: string;
}

/** The audit trail. Past the retention, only seq, digest and hash remain, and `pruned` is set. */
export interface AuditEntriesTable {
  /** Counts up from 1 without gaps. */
  seq: bigint;
  time: string | null;
  event: string | null;
  client_id: string | null;
  transaction_id: string | null;
  /** Canonical JSON. Earlier columns are copies of its members, for searching. */
  entry: string | null;
  digest: Uint8Array;
  /** Links the digest to the hash of the previous entry. */
  hash: Uint8Array;
  pruned: Uint8Array | null;
}

/** Ends of the audit trail: `floor` is the last removed entry, `head` the last entry. */
export interface AuditMarksTable {
  name: 'floor' | 'head';
  seq: bigint;
  hash: Uint8Array;
  seal: Uint8Array;
}

/** Keys that the service itself signs and hashes with; the sealed body is the key. */
export interface ServiceKeysTable extends SealedColumns {
  id: string;
  /** The purpose of the key, such as `task token`. It has no other use. */
  purpose: string;
  created: string;
}

/** A task token from its first use on. */
export interface TaskTokensTable extends BoundColumn {
  token_id: string;
  client_id: string;
  expires: string;
  max_attempts: number;
  attempts_used: number;
  uploads: number;
  /** When the challenge of the latest attempt was told; null: no attempt waits for its task. */
  begun: string | null;
  /** The attempt of `result`. */
  result_attempt: number | null;
  /** JSON of that attempt's outcome. */
  result: string | null;
}

/** An uploaded image that waits for its task. */
export interface TaskSamplesTable extends SealedColumns {
  token_id: string;
  sample_index: number;
  /** JSON array. */
  tags: string;
  /** Bytes of the image. */
  size: number;
}

/** A liveness session; the sealed body is what it demands, and what came of it. */
export interface LivenessSessionsTable extends SealedColumns, BoundColumn {
  id: string;
  client_id: string;
  created: string;
  /** When its token expires. */
  expires: string;
  /** When it is erased. */
  readable_until: string;
  /** Null: nothing has been decided. */
  ended: 'succeeded' | 'failed' | null;
}

/** Keyed hashes of images with the client that sent them. */
export interface ImageHashesTable {
  hash: Uint8Array;
  seen: string;
}

/** A class whose template was recently written or deleted. */
export interface ClassChangesTable extends ClassKey {
  /** GUID of the change. */
  change: string;
  /** Milliseconds since 1970 by the clock of the database. */
  changed_ms: bigint;
}

/** Keys of galleries in the database: master key and id determine the rotation. */
export interface GalleryKeysTable {
  id: string;
  /** Counts up. Vectors are written with the greatest. */
  generation: number;
  created: string;
}

/** The current revision of a class's template: an older copy that was put back is not used. */
export interface TemplateRevisionsTable extends ClassKey {
  revision: number;
  seal: Uint8Array;
}

/** Timestamps are RFC 3339 UTC text of fixed length, so that they compare equally everywhere. */
export interface Schema extends AccountSchema, WebhookSchema {
  settings: SettingsTable;
  encoder_versions: EncoderVersionsTable;
  key_encryption_keys: KeyEncryptionKeysTable;
  clients: ClientsTable;
  client_keys: ClientKeysTable;
  templates: TemplatesTable;
  thumbnails: ThumbnailsTable;
  template_tags: TemplateTagsTable;
  jobs: JobsTable;
  refused_comparisons: RefusedComparisonsTable;
  audit_entries: AuditEntriesTable;
  audit_marks: AuditMarksTable;
  service_keys: ServiceKeysTable;
  task_tokens: TaskTokensTable;
  task_samples: TaskSamplesTable;
  liveness_sessions: LivenessSessionsTable;
  image_hashes: ImageHashesTable;
  class_changes: ClassChangesTable;
  gallery_keys: GalleryKeysTable;
  template_revisions: TemplateRevisionsTable;
}
