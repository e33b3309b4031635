import type { Kysely } from 'kysely';
import { NotFound } from '../errors.ts';
import { findRow } from './rows.ts';
import type { Schema } from './schema.ts';

/** The stored row of the client, without checking its seal. @throws NotFound */
export async function requireClientRow(from: Kysely<Schema>, id: string) {
  const row = await findRow(from, 'clients', { id });
  if (row === undefined) throw new NotFound(`There is no client ${id}.`);
  return row;
}
