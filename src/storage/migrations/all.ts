/** The steps from an empty database to the current tables, equal for both kinds. */
import { accountTables } from './account-tables.ts';
import { clientTables } from './client-tables.ts';
import type { Migration } from './migration.ts';
import { serviceTables } from './service-tables.ts';
import { templateTables } from './template-tables.ts';

/** Until the first release, edit the first step. After it, only add steps. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'first tables',
    up: (bytes, kind) => [
      ...serviceTables(bytes),
      ...clientTables(bytes),
      ...templateTables(bytes, kind),
      ...accountTables(bytes),
    ],
  },
];
