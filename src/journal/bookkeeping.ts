/** The bookkeeping in SQL: one row per job, erased when the client's retention is over. */
import type { Database } from '../storage/database.ts';
import type { Bookkeeping } from './job.ts';

export function createBookkeeping(_database: Database): Bookkeeping {
  throw new Error('not yet');
}
