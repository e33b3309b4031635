/** Erases liveness sessions with their images, when the client asks and at their deadline. */
import type { AuditRecord } from '../../journal/audit.ts';
import { auditOrigin, type Context, type OperationParts } from '../context.ts';
import { issueReceipt } from '../face/erasure-receipts.ts';
import type { JobResult } from '../job.ts';
import { sessionOf } from './read-session.ts';

type Parts = Pick<OperationParts, 'livenessSessions' | 'audit' | 'outbox'>;

interface Erased {
  readonly id: string;
  readonly clientId: string;
  /** RFC 3339. */
  readonly created: string;
  readonly ended: string | null;
}

/** Most sessions erased at once. */
const AT_ONCE = 500;

/** @throws NotFound */
export async function deleteSession(
  parts: Parts,
  context: Context,
  id: string,
): Promise<JobResult & { readonly receipt: string }> {
  const { clientId, created, ended = null } = await sessionOf(parts, context, id);
  const erased = { id, clientId, created: created.toISOString(), ended };
  const receipt = await erase(parts, erased, auditOrigin(context), false);
  return { status: 'SUCCEEDED', errors: [], decision: 'deleted', receipt };
}

/** Erases sessions past their deadline. Webhooks get the receipts. Returns how many. */
export async function eraseOverdueSessions(parts: Parts): Promise<number> {
  const overdue = await parts.livenessSessions.overdue(AT_ONCE);
  for (const session of overdue)
    await erase(parts, session, { actor: 'service', clientId: session.clientId }, true);
  return overdue.length;
}

async function erase(
  { livenessSessions, audit, outbox }: Parts,
  { id, clientId, created, ended }: Erased,
  origin: Omit<AuditRecord, 'event' | 'details'>,
  announced: boolean,
): Promise<string> {
  const what = { what: 'liveness session', session: id, client: clientId, created, ended };
  const { receipt, entry } = await issueReceipt({ accounts: livenessSessions }, what);
  const enqueue = outbox.enqueueWith({
    type: 'liveness.erased',
    audience: { clientId },
    data: { sessionId: id, receipt },
  });
  const erased = await livenessSessions.erase(id, announced ? enqueue : async () => {});
  // If another process was faster, its receipt counts.
  const details = { what: 'liveness session', session: id, ...entry };
  if (erased) await audit.append({ event: 'erasure', ...origin, details });
  return receipt;
}
