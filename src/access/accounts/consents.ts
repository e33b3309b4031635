/** What users agreed to: that their face is stored, and what applications may know of them. */
import type { ApplicationConsentsTable } from '../../storage/account-tables.ts';
import type { Database } from '../../storage/database.ts';
import { revokeGrants } from '../oauth/records.ts';

export interface FaceConsent {
  /** Version and language of the text that was agreed to, and the text itself. */
  readonly version: string;
  readonly language: string;
  readonly text: string;
  readonly given: Date;
}

export interface ApplicationConsent {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly granted: Date;
  readonly lastUsed: Date;
}

export interface Consents {
  giveFace(userId: string, consent: Omit<FaceConsent, 'given'>): Promise<FaceConsent>;
  /** Newest first. */
  face(userId: string): Promise<readonly FaceConsent[]>;
  /** Adds the scopes to those granted before. */
  grant(userId: string, clientId: string, scopes: readonly string[]): Promise<void>;
  application(userId: string, clientId: string): Promise<ApplicationConsent | undefined>;
  applications(userId: string): Promise<readonly ApplicationConsent[]>;
  used(userId: string, clientId: string): Promise<void>;
  /** Takes back the consent and ends every token the application has. False: there was none. */
  revoke(userId: string, clientId: string): Promise<boolean>;
}

export function createConsents(database: Database): Consents {
  const { db } = database;
  const row = (userId: string, clientId: string) =>
    db
      .selectFrom('application_consents')
      .selectAll()
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();
  return {
    async giveFace(userId, consent) {
      const given = new Date();
      await database.write((trx) =>
        trx
          .insertInto('face_consents')
          .values({ user_id: userId, given: given.toISOString(), ...consent })
          .execute(),
      );
      return { ...consent, given };
    },

    async face(userId) {
      const rows = await db
        .selectFrom('face_consents')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('given', 'desc')
        .execute();
      return rows.map(({ version, language, text, given }) => ({
        version,
        language,
        text,
        given: new Date(given),
      }));
    },

    async grant(userId, clientId, scopes) {
      const now = new Date().toISOString();
      await database.write(async (trx) => {
        const known = await trx
          .selectFrom('application_consents')
          .select('scopes')
          .where('user_id', '=', userId)
          .where('client_id', '=', clientId)
          .executeTakeFirst();
        const all = new Set([...(known?.scopes.split(' ') ?? []), ...scopes]);
        const change = { scopes: [...all].join(' '), last_used: now };
        await trx
          .insertInto('application_consents')
          .values({ user_id: userId, client_id: clientId, granted: now, ...change })
          .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doUpdateSet(change))
          .execute();
      });
    },

    async application(userId, clientId) {
      const found = await row(userId, clientId);
      return found && toConsent(found);
    },

    async applications(userId) {
      const rows = await db
        .selectFrom('application_consents')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('client_id')
        .execute();
      return rows.map(toConsent);
    },

    async used(userId, clientId) {
      await database.write((trx) =>
        trx
          .updateTable('application_consents')
          .set({ last_used: new Date().toISOString() })
          .where('user_id', '=', userId)
          .where('client_id', '=', clientId)
          .execute(),
      );
    },

    revoke: (userId, clientId) =>
      database.write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('application_consents')
          .where('user_id', '=', userId)
          .where('client_id', '=', clientId)
          .executeTakeFirst();
        await revokeGrants(trx, userId, clientId);
        return numDeletedRows > 0n;
      }),
  };
}

function toConsent(row: ApplicationConsentsTable): ApplicationConsent {
  return {
    clientId: row.client_id,
    scopes: row.scopes.split(' '),
    granted: new Date(row.granted),
    lastUsed: new Date(row.last_used),
  };
}
