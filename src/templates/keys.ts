/** Opens the key ring: master key from the environment or key file, key-encryption keys from SQL. */
import type { Config } from '../config.ts';
import type { Database } from '../storage/database.ts';
import type { KeyRing } from '../storage/key-ring.ts';

export type { KeyRing } from '../storage/key-ring.ts';
export type KeyConfig = Pick<Config, 'masterKey' | 'keyFile' | 'keyFileIsDefault'>;

/**
 * @throws ConfigError the master key is absent, unreadable or not the one of this database
 */
export async function openKeyRing(
  _config: KeyConfig,
  _database: Database,
  _warn: (message: string) => void = console.warn,
): Promise<KeyRing> {
  throw new Error('not yet');
}
