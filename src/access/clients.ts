/** Registered clients in SQL: their settings, secret and signing keys. */
import type { Database } from '../storage/database.ts';
import type { KeyRing } from '../storage/key-ring.ts';
import type { ClientRegistry } from './client.ts';

export function createClientRegistry(_database: Database, _keyRing: KeyRing): ClientRegistry {
  throw new Error('not yet');
}
