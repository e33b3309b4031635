/** A database that has been rolled back is not served: people locked out since then would get in again. */
import { Unavailable } from '../errors.ts';
import { type Anchor, AnchorNotWritten } from '../journal/anchor.ts';
import { AuditTrailBroken } from '../journal/audit-chain.ts';
import type { AuditTrail } from '../journal/audit-trail.ts';
import { type ComparedParts, findEndedRecords } from '../journal/ended-records.ts';

interface RollbackParts {
  readonly anchor: Pick<Anchor, 'renew' | 'accept' | 'problem'>;
  readonly audit: Pick<AuditTrail, 'append' | 'list'>;
}

export type RollbackGuard = ReturnType<typeof createRollbackGuard>;

/** What was found is logged and written to the trail, once. */
export function createRollbackGuard(
  { anchor, audit }: RollbackParts,
  error: (message: string) => void,
) {
  let problem: string | undefined;
  let looked = false;
  const renew = async () => {
    try {
      return await anchor.renew();
    } catch (cause) {
      if (cause instanceof AuditTrailBroken) return cause.message;
      if (!(cause instanceof AnchorNotWritten)) throw cause;
      // A disk that is full stops nobody.
      error(`how far the database is could not be noted: ${cause.message}`);
      return undefined;
    }
  };
  const check = () => {
    if (problem !== undefined) throw new Unavailable(messageOf(problem));
  };
  const report = async (found: string) => {
    error(messageOf(found));
    const [last] = await audit.list({ limit: 1 });
    if (last?.event === 'rollback') return;
    const details = { change: 'found', problem: found };
    await audit.append({ event: 'rollback', actor: 'service', details });
  };
  return {
    /** @throws Unavailable the last look found it rolled back */
    check,
    /**
     * Looks, and notes how far the database is. @throws Unavailable it has been rolled back, or the
     * first look failed
     */
    async look() {
      const before = problem;
      try {
        problem = await renew();
        looked = true;
      } catch (cause) {
        const detail = `whether the database was rolled back cannot be told: ${String(cause)}`;
        if (!looked) throw new Unavailable(detail);
        error(detail);
      }
      // The trail itself may be what was cut back, and take nothing any more.
      if (problem !== undefined && before === undefined)
        await report(problem).catch((cause) => error(`not in the audit trail: ${String(cause)}`));
      check();
    },
  };
}

/** An operator accepts the older copy; from then on it is served. */
export async function acceptRollback(
  { anchor, audit }: RollbackParts,
  actor: string,
): Promise<string | undefined> {
  const problem = await anchor.problem();
  if (problem === undefined) return undefined;
  await audit.append({ event: 'rollback', actor, details: { change: 'accepted', problem } });
  await anchor.accept();
  return problem;
}

const messageOf = (problem: string) =>
  `The database has been rolled back: ${problem}. ` +
  'If it was restored on purpose, run "prosopon audit accept-rollback".';

/** Logs what was ended and is there again, and writes it to the trail, each once. */
export async function reportEndedRecords(
  parts: ComparedParts & { readonly audit: Pick<AuditTrail, 'append'> },
  error: (message: string) => void,
): Promise<void> {
  const known = new Set<unknown>();
  for await (const { details } of parts.audit.stream({ event: 'rollback' }))
    known.add((details as { readonly problem?: string }).problem);
  for (const { table, key, message } of await findEndedRecords(parts)) {
    const problem = `${table} ${key}: ${message}`;
    error(problem);
    const details = { change: 'found', problem };
    if (!known.has(problem))
      await parts.audit.append({ event: 'rollback', actor: 'service', details });
  }
}
