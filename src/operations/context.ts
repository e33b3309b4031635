/** Who asks, under which job, until when: the context every operation runs in. */
import { ACCOUNTS } from '../access/accounts/user.ts';
import type { Client } from '../access/clients/client.ts';
import type { SandboxOutcome } from '../access/clients/sandbox.ts';
import type { LivenessSessions } from '../access/liveness-sessions/liveness-sessions.ts';
import type { RefusedComparisons } from '../access/refused-comparisons.ts';
import type { ReplayGuard } from '../access/replay.ts';
import type { Answered } from '../access/tasks/attempts.ts';
import type { Attempt, TaskPermit } from '../access/tasks/task-tokens.ts';
import type { Bcid } from '../bcid.ts';
import type { AuditRecord } from '../journal/audit.ts';
import type { AuditTrail } from '../journal/audit-trail.ts';
import type { Bookkeeping } from '../journal/bookkeeping.ts';
import type { Share, Work } from '../scheduling/fair-queue.ts';
import type { TemplateStore } from '../templates/store.ts';
import type { Outbox } from '../webhooks/outbox.ts';
import type { ActiveEngine, LoadedEngine } from './active-engine.ts';
import type { ReadPortrait } from './portrait.ts';

export interface Context {
  readonly client: Client;
  /** Who acts in the name of the client, for the audit trail. Absent: the client itself. */
  readonly actor?: string;
  /** The caller holds a task token: it may do what this permits and nothing else. */
  readonly permit?: TaskPermit;
  /** The attempt of the token that this job is, set by `runJob`. */
  readonly attempt?: Attempt;
  /** The task of the token ran on these samples before, and ended so: set by `runJob`. */
  readonly answered?: Answered;
  /** Of a sandbox client: how the job has to end, without a look at anything. */
  readonly outcome?: SandboxOutcome;
  /** GUID of the job. */
  readonly jobId: string;
  readonly referenceNumber?: string;
  readonly transactionId?: string;
  /** When the request was received. */
  readonly received: Date;
  /** Network that the call comes from, where it comes over one: an address, or an IPv6 /64. */
  readonly network?: string;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** The parts operations are made of; each one names those it uses. */
export interface OperationParts {
  readonly activeEngine: ActiveEngine;
  readonly templates: TemplateStore;
  readonly bookkeeping: Bookkeeping;
  readonly audit: AuditTrail;
  readonly replay: ReplayGuard;
  /** What the comparisons with a class are limited by. */
  readonly refusedComparisons: RefusedComparisons;
  /** Writes webhook events in the transaction of a change. */
  readonly outbox: Outbox;
  readonly livenessSessions: LivenessSessions;
  /** Absent: documents are not read. */
  readonly readPortrait?: ReadPortrait;
}

/** The parts of a job that looks at faces. */
export type FaceParts = OperationParts & LoadedEngine;

/** The parts with the engine that runs now: a job asks once, and ends on what it began with. */
export function withEngine<P extends Pick<OperationParts, 'activeEngine'>>(
  parts: P,
): P & LoadedEngine {
  return { ...parts, ...parts.activeEngine.current() };
}

/** For whom workers are asked, and until when; without a share it is the service's own work. */
export interface CallWork extends Work {
  readonly signal: AbortSignal;
}

/** Calls of a client take turns. Those with one task token, or of one network, count as one. */
export function workOf(context: Context): CallWork {
  return { share: shareOf(context), signal: context.signal };
}

/** Whose work it is. */
export function shareOf({ client, permit, network, jobId }: Context): Share {
  const person = client.id === ACCOUNTS.id ? network : permit?.tokenId;
  return { client: client.id, caller: person ?? jobId };
}

/** The class of that number among the templates of the client. */
export function bcidOf(client: Client, classId: bigint): Bcid {
  return { storage: client.storage, partition: client.partition, classId };
}

/** Who asked and under which references, as the audit trail keeps it. */
export function auditOrigin(context: Context): Omit<AuditRecord, 'event' | 'details'> {
  const { client, network: address, jobId, referenceNumber, transactionId } = context;
  const { actor = client.id } = context;
  return { actor, address, clientId: client.id, jobId, referenceNumber, transactionId };
}
