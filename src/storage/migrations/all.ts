/** The steps from an empty database to the current tables, equal for both kinds. */
import type { RawBuilder } from 'kysely';
import { TABLES } from '../schema.ts';
import { statementsOf } from '../tables/table.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  /**
   * Statements in order. On a cluster, a later migration adds a column in one statement and its
   * checks or references in another.
   */
  readonly up: (kind: 'sqlite' | 'postgres') => readonly RawBuilder<unknown>[];
}

/** Until the first release, edit the tables. After it, only add steps, and keep the first as it was. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'first tables',
    up: (kind) =>
      Object.entries(TABLES).flatMap(([name, table]) => statementsOf(name, table, kind)),
  },
];
