/** Tables of clients and of what they own beside templates. */
import {
  BOUND,
  bigint,
  bytes,
  integer,
  key,
  of,
  ofLength,
  oneOf,
  orNull,
  SEALED,
  table,
  text,
  time,
  upTo,
} from './table.ts';

export const CLIENT_TABLES = {
  clients: table({
    id: key(upTo(64)),
    name: upTo(256),
    storage: upTo(64),
    partition: upTo(64),
    secret_salt: bytes(32),
    secret_hash: bytes(32),
    /** Null: with the client. */
    secret_created: orNull(text()),
    /** The previous secret, valid until it ends; null: there is none. */
    older_secret_salt: orNull(bytes()),
    older_secret_hash: orNull(bytes()),
    older_secret_ends: orNull(text()),
    /** JSON of ClientSettings. */
    settings: text(),
    /** JSON array. */
    redirect_uris: text(),
    /** JSON array; null: empty. */
    logout_uris: orNull(text()),
    /** JSON array. */
    allowed_origins: text(),
    /** JSON array of JWKs; null: empty. */
    public_keys: orNull(text()),
    created: time(),
    ...BOUND,
  }),

  client_keys: table(
    {
      id: key(text()),
      client_id: of('clients'),
      created: time(),
      /** Null: until its rotation. */
      expires: orNull(time()),
      ...SEALED,
      ...BOUND,
    },
    { indexes: { client: 'client_id' } },
  ),

  /** A task token from its first use on. */
  task_tokens: table(
    {
      token_id: key(upTo(64)),
      client_id: of('clients'),
      expires: time(),
      max_attempts: integer('check ($ between 1 and 15)'),
      attempts_used: integer('check ($ between 0 and max_attempts)'),
      uploads: integer('check ($ >= 0)'),
      /** When the challenge of the latest attempt was told; null: no attempt waits for its task. */
      begun: orNull(time()),
      /** The attempt of `result`. */
      result_attempt: orNull(integer()),
      /** JSON of that attempt's outcome. */
      result: orNull(text()),
      ...BOUND,
    },
    { indexes: { client: 'client_id', expiry: 'expires' } },
  ),

  /** An uploaded image that waits for its task. */
  task_samples: table(
    {
      token_id: of('task_tokens', 'token_id'),
      sample_index: integer('check ($ >= 0)'),
      /** JSON array. */
      tags: text(),
      /** Bytes of the image. */
      size: integer('check ($ > 0)'),
      ...SEALED,
    },
    { key: 'token_id, sample_index' },
  ),

  /** A liveness session; the sealed body is what it demands, and what came of it. */
  liveness_sessions: table(
    {
      id: key(ofLength(36)),
      client_id: of('clients'),
      created: time(),
      /** When its token expires. */
      expires: time(),
      /** When it is erased. */
      readable_until: time(),
      /** Null: nothing has been decided. */
      ended: orNull(oneOf('succeeded', 'failed')),
      ...SEALED,
      ...BOUND,
    },
    { indexes: { client: 'client_id', end: 'readable_until' } },
  ),

  /** The address of a webhook; the sealed body holds its secrets. */
  webhooks: table(
    {
      id: key(ofLength(36)),
      client_id: of('clients'),
      url: upTo(2000),
      /** JSON array of the types of events. */
      events: text(),
      created: time(),
      /** When its secret was made. */
      rotated: time(),
      ...SEALED,
      ...BOUND,
    },
    { indexes: { client: 'client_id' } },
  ),

  /** The health of a webhook; no row: nothing was delivered yet. */
  webhook_health: table({
    webhook_id: key(of('webhooks')),
    /** The latest success. */
    delivered: orNull(time()),
    /** Null: the latest attempt succeeded. */
    failing_since: orNull(time()),
    /** The latest failure. */
    problem: orNull(text()),
    /** Null: it is enabled. */
    disabled: orNull(time()),
    /** Events that were lost. */
    lost: integer('check ($ >= 0)'),
  }),

  /** An event that waits for a webhook; the sealed body is the message. */
  webhook_deliveries: table(
    {
      /** The id of the message, the same at every attempt. */
      id: key(ofLength(40)),
      webhook_id: of('webhooks'),
      created: time(),
      attempts: integer('check ($ >= 0)'),
      /** When it is tried next. An attempt first postpones it, so that other processes leave it. */
      due_ms: bigint(),
      /** What the receiver answered last; null: it was not asked yet. */
      answer: orNull(text()),
      ...SEALED,
    },
    { indexes: { time: 'due_ms', webhook: 'webhook_id, due_ms' } },
  ),

  /** A message that was taken or lost; the sealed body is as it waited. */
  webhook_messages: table(
    {
      id: key(ofLength(40)),
      webhook_id: of('webhooks'),
      created: time(),
      attempts: integer('check ($ > 0)'),
      state: oneOf('taken', 'lost'),
      /** The latest attempt. */
      ended: time(),
      /** What the receiver answered to it, such as `answered 204`. */
      answer: text(),
      ...SEALED,
    },
    { indexes: { webhook: 'webhook_id, ended' } },
  ),
};
