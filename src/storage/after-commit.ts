/** Runs callbacks after a transaction commits, and never if it fails. */
import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

const waiting = new WeakMap<Transaction<Schema>, (() => void)[]>();

export function afterCommit(trx: Transaction<Schema>, work: () => void): void {
  const known = waiting.get(trx);
  if (known === undefined) waiting.set(trx, [work]);
  else known.push(work);
}

/** Runs `fn` in `trx`. The second function registers work for after the commit. */
export function noticingCommit<T>(fn: (trx: Transaction<Schema>) => Promise<T>) {
  let last: Transaction<Schema> | undefined;
  return {
    run(trx: Transaction<Schema>): Promise<T> {
      last = trx;
      return fn(trx);
    },
    committed() {
      for (const work of (last && waiting.get(last)) ?? []) work();
    },
  };
}
