/** Quotas: counted in SQL, shared by all processes. */

import { createHmac } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';
import { putRow } from '../storage/rows.ts';
import { createServiceKeys } from './service-keys.ts';

/** The counted events, and the limits for each period. */
export const QUOTAS = {
  /** Mail to an address that strangers can trigger. */
  mail: [
    { period: HOUR_MS, most: 5 },
    { period: DAY_MS, most: 20 },
  ],
  /** Mail about changes in an account, to its owner. Counted apart, so that it always arrives. */
  notice: [
    { period: HOUR_MS, most: 20 },
    { period: DAY_MS, most: 60 },
  ],
} as const;

export type Quota = keyof typeof QUOTAS;

export type Quotas = ReturnType<typeof createQuotas>;

/** Stores only a keyed hash of the owner. */
export function createQuotas(database: Database, keyRing: KeyRing) {
  const keys = createServiceKeys(database, keyRing, 'quota');
  return {
    /** Uses one up. Returns the seconds to wait; 0 means go on. A wait uses nothing. */
    async take(quota: Quota, whose: string) {
      const { secret } = await keys.current();
      const hash = createHmac('sha256', secret).update(whose).digest('hex');
      const periods = QUOTAS[quota].map((one) => ({
        ...one,
        id: `${quota} ${one.period} ${hash}`,
      }));
      const ids = periods.map(({ id }) => id);
      return database.write(async (trx) => {
        const now = Date.now();
        const rows = await trx
          .selectFrom('quotas')
          .selectAll()
          .where('id', 'in', ids)
          .where('ends', '>', new Date(now).toISOString())
          .execute();
        const running = (id: string) => rows.find((row) => row.id === id);
        const waits = periods.map(({ id, most }) => {
          const row = running(id);
          return row === undefined || row.used < most ? 0 : Date.parse(row.ends) - now;
        });
        const wait = Math.max(...waits);
        if (wait > 0) return Math.ceil(wait / 1000);
        for (const { id, period } of periods) {
          const row = running(id);
          const ends = row?.ends ?? new Date(now + period).toISOString();
          await putRow(trx, 'quotas', { id }, { used: (row?.used ?? 0) + 1, ends });
        }
        return 0;
      });
    },
  };
}
