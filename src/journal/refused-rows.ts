/** Logs rows that failed their check, and writes them to the trail, each once an hour. */
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../durations.ts';
import type { RefusedRow } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import type { AuditTrail } from './audit-trail.ts';

const MOST_KEPT = 1000;

/** Reports from now on. Does not make its callers wait. */
export function reportRefusedRows(
  { rows }: Pick<KeyRing, 'rows'>,
  audit: Pick<AuditTrail, 'append'>,
  warn: (message: string) => void,
): void {
  const reported = new LRUCache<string, true>({ max: MOST_KEPT, ttl: HOUR_MS });
  rows.onRefused(({ table, key }: RefusedRow) => {
    const name = `${table} ${key}`;
    if (reported.has(name)) return;
    reported.set(name, true);
    warn(`the row ${name} was changed behind the service's back and is not used`);
    audit
      .append({ event: 'row-refused', actor: 'service', details: { table, key } })
      .catch((error: unknown) => warn(`${name}: not written to the audit trail: ${error}`));
  });
}
