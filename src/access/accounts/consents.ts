/** Consents of users: to store their face, and to tell applications about them. */

import type { Kysely } from 'kysely';
import { NotFound, Unauthenticated } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { WITHDRAWN } from '../../storage/tables/account-tables.ts';
import { isRegistered } from '../clients/clients.ts';
import { revokeGrants } from '../oauth/records.ts';
import { hashToken } from '../one-time.ts';
import type { ConsentText } from '../operator/operator.ts';
import { endOtherSessions } from './sessions.ts';
import { requireUser } from './users.ts';

export interface FaceConsent {
  /** Version and language of the accepted text, and the text itself. */
  readonly version: string;
  readonly language: string;
  readonly text: string;
  readonly given: Date;
}

export type Consents = ReturnType<typeof createConsents>;

export function createConsents(database: Database, { rows }: Pick<KeyRing, 'rows'>) {
  const { db } = database;
  const rowOf = async (from: Kysely<Schema>, userId: string, clientId: string) => {
    const key = { user_id: userId, client_id: clientId };
    const row = await findRow(from, 'application_consents', key);
    return row && rows.requireValid('application_consents', row);
  };
  /** Undefined: there is none, or it was withdrawn. */
  const consentOf = async (...of: Parameters<typeof rowOf>) => {
    const row = await rowOf(...of);
    return row?.scopes === WITHDRAWN ? undefined : row;
  };
  /** Of every application that the user has logged in to. */
  const rowsOf = async (from: Kysely<Schema>, userId: string) => {
    const found = await from
      .selectFrom('application_consents')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('client_id')
      .execute();
    return rows.filterValid('application_consents', found);
  };
  return {
    /** Newest first. */
    async face(userId: string) {
      const consents = await db
        .selectFrom('face_consents')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('given', 'desc')
        .execute();
      const valid = rows.filterValid('face_consents', consents);
      return valid.map(({ version, language, text, given }) => ({
        version,
        language,
        text,
        given: new Date(given),
      }));
    },

    /** Adds the scopes to those granted before. @throws NotFound user or client are gone */
    async grant(
      userId: string,
      clientId: string,
      scopes: readonly string[],
      step?: TransactionStep,
    ) {
      const now = new Date().toISOString();
      await database.write(async (trx) => {
        await requireUser(trx, userId);
        if (!(await isRegistered(trx, { id: clientId })))
          throw new NotFound('This application is gone.');
        await step?.(trx);
        const known = await rowOf(trx, userId, clientId);
        const before = known === undefined ? [] : scopesOf(known);
        const all = new Set([...before, ...scopes]);
        const granted = known === undefined || before.length === 0 ? now : known.granted;
        const change = { scopes: [...all].join(' '), granted, last_used: now };
        if (known !== undefined) return rows.update(trx, 'application_consents', known, change);
        const key = { user_id: userId, client_id: clientId };
        await rows.insert(trx, 'application_consents', { ...key, ...change });
      });
    },

    async application(userId: string, clientId: string) {
      const found = await consentOf(db, userId, clientId);
      return found && toConsent(found);
    },

    async applications(userId: string) {
      const found = await rowsOf(db, userId);
      return found.filter(({ scopes }) => scopes !== WITHDRAWN).map(toConsent);
    },

    /** Withdrawn consents, too: they have no scopes. */
    everGranted: async (userId: string, from: Kysely<Schema> = db) =>
      (await rowsOf(from, userId)).map(toConsent),

    /** Records a use of the consent. False: it was withdrawn. */
    used: (userId: string, clientId: string, step?: TransactionStep) =>
      database.write(async (trx) => {
        await step?.(trx);
        const known = await consentOf(trx, userId, clientId);
        const change = { last_used: new Date().toISOString() };
        if (known !== undefined) await rows.update(trx, 'application_consents', known, change);
        return known !== undefined;
      }),

    /** Withdraws the consent and ends every token the application has. False: there was none. */
    revoke: (userId: string, clientId: string) =>
      database.write(async (trx) => {
        const key = { user_id: userId, client_id: clientId };
        const found = await findRow(trx, 'application_consents', key);
        const valid = found && rows.findValid('application_consents', found);
        const change = { scopes: WITHDRAWN };
        if (valid === undefined) await deleteRows(trx, 'application_consents', key);
        else await rows.update(trx, 'application_consents', valid, change);
        await revokeGrants(trx, userId, clientId);
        return found !== undefined && found.scopes !== WITHDRAWN;
      }),
  };
}

const scopesOf = ({ scopes }: Schema['application_consents']): readonly string[] =>
  scopes === WITHDRAWN ? [] : scopes.split(' ');

const toConsent = (row: Schema['application_consents']) => ({
  clientId: row.client_id,
  scopes: scopesOf(row),
  granted: new Date(row.granted),
  lastUsed: new Date(row.last_used),
});

export interface OwnFace {
  readonly userId: string;
  /** Session cookie of the browser in which the user showed the face. */
  readonly session: string;
  readonly consent: ConsentText;
}

/**
 * Writes the consent with the template, and ends other sessions. @throws Unauthenticated this
 * session has ended
 */
export function ownFaceEnrolled(
  { rows }: Pick<KeyRing, 'rows'>,
  { userId, session, consent }: OwnFace,
): TransactionStep {
  return async (trx) => {
    const given = new Date().toISOString();
    const found = await trx
      .selectFrom('account_sessions')
      .selectAll()
      .where('id', '=', hashToken(session))
      .where('user_id', '=', userId)
      .where('expires', '>', given)
      .executeTakeFirst();
    const holds = found && rows.findValid('account_sessions', found);
    if (holds === undefined) throw new Unauthenticated('the session has ended meanwhile');
    const { version, language, text } = consent;
    await rows.insert(trx, 'face_consents', { user_id: userId, given, version, language, text });
    await endOtherSessions(trx, userId, session);
  };
}
