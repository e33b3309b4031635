/** Events for applications: their types, and their data. Ids only, never a face. */
import type { Bcid } from '../bcid.ts';
import type { RecordedJob } from '../journal/bookkeeping.ts';

/** Every type, with its meaning. */
export const EVENT_TYPES = {
  'face.enrolled': 'a template was created, or samples were added',
  'face.deleted': 'a template was erased',
  'login.succeeded': 'a user logged in to the application',
  'account.erased': 'an account that had logged in to the application was erased',
  'liveness.ended': 'a liveness session succeeded or failed',
  'liveness.erased': 'a liveness session was erased at its deadline',
  'comparisons.limited': 'a class reached its hourly limit of refused comparisons',
  'job.ended': 'a call of the client ended, searches of many images included',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

export const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_TYPES, text);

/** The webhooks to notify: of one client, or of all clients that share templates. */
export type Audience = { readonly clientId: string } | Pick<Bcid, 'storage' | 'partition'>;

export interface WebhookEvent {
  readonly type: EventType;
  readonly audience: Audience;
  /** Members of JSON; undefined ones are left out. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Further members for the client that caused it. Others that share its templates get none. */
  readonly origin?: { readonly clientId: string } & Readonly<Record<string, unknown>>;
}

/** A test event; it cannot be subscribed to. */
export const TEST_EVENT = 'webhook.test';

/** The body of a message, as Standard Webhooks recommends it. */
export const messageOf = (type: EventType | typeof TEST_EVENT, data: object, time: Date): string =>
  JSON.stringify({ type, timestamp: time.toISOString(), data });

/** A job as an event for the client that made the call. */
export const jobEnded = (job: RecordedJob): WebhookEvent => ({
  type: 'job.ended',
  audience: { clientId: job.clientId },
  data: {
    jobId: job.jobId,
    operation: job.operation,
    status: job.status,
    errors: job.errors.map(({ errorCode }) => errorCode),
    decision: job.decision,
    classId: job.classId?.toString(),
    referenceNumber: job.referenceNumber,
    transactionId: job.transactionId,
    started: job.started.toISOString(),
    durationMs: Math.round(job.durationMs),
  },
});
