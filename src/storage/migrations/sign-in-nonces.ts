/** Sign-ins under way are told from those that began under the same key before. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const SIGN_IN_NONCES: Migration = {
  version: 10,
  name: 'nonces of sign-ins',
  async up(trx) {
    await sql`delete from sign_ins`.execute(trx);
    await sql`alter table sign_ins add column nonce text not null default ''`.execute(trx);
  },
};
