/** Secrets and signing keys of a client. Older ones stay valid during rotation. */
import type { Kysely } from 'kysely';
import { Aborted, NotFound } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { checkOverlap, DEFAULT_OVERLAP_SECONDS } from '../../sealing/overlap.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashSecret, newSecret, secretMatches } from './secrets.ts';
import {
  addSigningKey,
  endSigningKey,
  expireSigningKeys,
  signingKeyTimes,
} from './signing-keys.ts';

/** @param existing finds the row of a client and checks its seal; @throws NotFound */
export function createClientCredentials(
  database: Database,
  keyRing: KeyRing,
  existing: (from: Kysely<Schema>, id: string) => Promise<Schema['clients']>,
) {
  const { db } = database;
  const { rows } = keyRing;
  return {
    /** Adds a key; older ones stay valid for `overlapSeconds`. @throws NotFound; InvalidArgument */
    async rotateKey(id: string, overlapSeconds = DEFAULT_OVERLAP_SECONDS) {
      checkOverlap(overlapSeconds);
      return database.write(async (trx) => {
        await existing(trx, id);
        await expireSigningKeys(trx, keyRing, id, new Date(Date.now() + overlapSeconds * 1000));
        return addSigningKey(trx, keyRing, id);
      });
    },

    /** Ends a key at once. @throws NotFound */
    endKey: (id: string, keyId: string) =>
      database.write(async (trx) => {
        await existing(trx, id);
        if (!(await endSigningKey(trx, id, keyId)))
          throw new NotFound(`The client ${id} has no such key.`);
      }),

    /**
     * Makes a secret. The previous secret stays valid for `overlapSeconds`.
     * @throws NotFound; InvalidArgument; Aborted an older secret is still in force and may be in
     *   use, also when two calls make a secret at once
     */
    async rotateSecret(id: string, overlapSeconds = DEFAULT_OVERLAP_SECONDS) {
      checkOverlap(overlapSeconds);
      const secret = newSecret();
      const { salt, hash } = hashSecret(secret);
      await database.write(async (trx) => {
        const row = await existing(trx, id);
        const older = olderEnd(row);
        if (older !== undefined && overlapSeconds > 0)
          throw new Aborted(
            `The client ${id} has two secrets, the older until ${older.toISOString()}: ` +
              'end that secret first, or rotate without overlap, which ends both.',
          );
        await rows.update(trx, 'clients', row, {
          secret_salt: salt,
          secret_hash: hash,
          secret_created: new Date().toISOString(),
          older_secret_salt: row.secret_salt,
          older_secret_hash: row.secret_hash,
          older_secret_ends: new Date(Date.now() + overlapSeconds * 1000).toISOString(),
        });
      });
      return { secret };
    },

    /** Ends the previous secret at once. @throws NotFound */
    endOlderSecret: (id: string) =>
      database.write(async (trx) => {
        const row = await existing(trx, id);
        if (row.older_secret_ends === null)
          throw new NotFound(`The client ${id} has no older secret.`);
        await rows.update(trx, 'clients', row, {
          older_secret_salt: null,
          older_secret_hash: null,
          older_secret_ends: null,
        });
      }),

    /** Creation and end of each credential, without its value, newest first. @throws NotFound */
    async credentials(id: string) {
      const row = await existing(db, id);
      const older = olderEnd(row);
      return {
        secret: {
          created: new Date(row.secret_created ?? row.created),
          ...(older && { olderEnds: older }),
        },
        keys: await signingKeyTimes(db, keyRing, id),
      };
    },
  };
}

/** End of the previous secret. Undefined: it is no longer in force. */
const olderEnd = ({ older_secret_ends: ends }: Schema['clients']): Date | undefined =>
  ends !== null && ends > new Date().toISOString() ? new Date(ends) : undefined;

/** Whether the secret is in force. Takes the same time for valid and invalid secrets. */
export function isSecretOf(row: Schema['clients'] | undefined, secret: string) {
  const known = row && { salt: row.secret_salt, hash: row.secret_hash };
  const { older_secret_salt: salt, older_secret_hash: hash } = row ?? {};
  const inForce = row !== undefined && olderEnd(row) !== undefined;
  const older = inForce && salt && hash ? { salt, hash } : undefined;
  const [isNew, isOlder] = [secretMatches(secret, known), secretMatches(secret, older)];
  return isNew || isOlder;
}
