/** Who asks, under which job, until when: the context every operation runs in. */
import type { Client } from '../access/client.ts';
import type { Attempt, TaskPermit } from '../access/task-tokens.ts';
import type { FaceEngine } from '../faces/analysis.ts';
import type { Gallery } from '../gallery/gallery.ts';
import type { AuditRecord, AuditTrail } from '../journal/audit.ts';
import type { Bookkeeping } from '../journal/job.ts';
import type { Bcid, TemplateStore } from '../templates/template.ts';

export interface Context {
  readonly client: Client;
  /** The caller holds a task token: it may do what this permits and nothing else. */
  readonly permit?: TaskPermit;
  /** The try of the token that this job is, set by `runJob`. */
  readonly attempt?: Attempt;
  /** GUID of the job. */
  readonly jobId: string;
  readonly referenceNumber?: string;
  readonly transactionId?: string;
  /** When the request was received. */
  readonly received: Date;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** The parts operations are made of; each one names those it uses. */
export interface OperationParts {
  readonly engine: FaceEngine;
  readonly templates: TemplateStore;
  readonly bookkeeping: Bookkeeping;
  readonly audit: AuditTrail;
  readonly gallery: Gallery;
  /** Version number of the engine's encoder, as templates carry it. */
  readonly encoderVersion: () => number;
}

/** The class of that number among the templates of the client. */
export function bcidOf(client: Client, classId: bigint): Bcid {
  return { storage: client.storage, partition: client.partition, classId };
}

/** Who asked and under which references, as the audit trail keeps it. */
export function auditOrigin(context: Context): Omit<AuditRecord, 'event' | 'details'> {
  const { client, jobId, referenceNumber, transactionId } = context;
  return {
    actor: client.id,
    clientId: client.id,
    jobId,
    ...(referenceNumber === undefined ? {} : { referenceNumber }),
    ...(transactionId === undefined ? {} : { transactionId }),
  };
}
