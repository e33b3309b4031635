/** All tables, in the order in which they refer to one another. */
import { ACCOUNT_TABLES } from './tables/account-tables.ts';
import { CLIENT_TABLES } from './tables/client-tables.ts';
import { SERVICE_TABLES } from './tables/service-tables.ts';
import type { RowsOf } from './tables/table.ts';
import { TEMPLATE_TABLES } from './tables/template-tables.ts';

export const TABLES = {
  ...SERVICE_TABLES,
  ...CLIENT_TABLES,
  ...TEMPLATE_TABLES,
  ...ACCOUNT_TABLES,
};

/** Their rows, as Kysely sees them. */
export interface Schema extends RowsOf<typeof TABLES> {}

/** What sealing adds to a row: the content, and its data key under a key-encryption key. */
export type SealedColumns = Pick<Schema['templates'], 'kek_id' | 'data_key' | 'body' | 'signature'>;
