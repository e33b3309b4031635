/**
 * Compares the audit trail with the rows: what was ended by name, and is there again, was put back
 * by a writer to the database. Its seal is as valid as before its end.
 */

import { type Bcid, bcidText } from '../bcid.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { type RowsFault, type RowsReport, verifyRows } from '../sealing/verify-rows.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { AuditTrail } from './audit-trail.ts';
import { type Ended, type Partition, readEnded } from './read-ended.ts';

export interface ComparedParts {
  readonly database: Pick<Database, 'db'>;
  readonly audit: Pick<AuditTrail, 'stream'>;
  readonly templates: Templates;
}

interface Stored {
  readonly bcid: Bcid;
  /** An error: its check has failed, so it is not used. */
  readonly template: { readonly updated: Date } | Error;
}

/** The template store. */
interface Templates {
  readMany(storage: string, partition: string, ids: readonly bigint[]): Promise<readonly Stored[]>;
  scan(scope: Partition): AsyncIterable<readonly Stored[]>;
}

/** What was ended, and is there again. Ignores what is just being ended or made. */
export async function findEndedRecords(parts: ComparedParts): Promise<readonly RowsFault[]> {
  const found = await compare(parts);
  if (found.length === 0) return found;
  // A change and its entry do not appear at once.
  const again = new Set((await compare(parts)).map(textOf));
  return found.filter((fault) => again.has(textOf(fault)));
}

/** Verifies the seals of all bound rows, and that nothing is there again that was ended by name. */
export async function verifyRecords(
  parts: ComparedParts & { readonly database: Database; readonly keyRing: Pick<KeyRing, 'derive'> },
): Promise<RowsReport> {
  const { rows, faults } = await verifyRows(parts.database, parts.keyRing.derive);
  return { rows, faults: [...faults, ...(await findEndedRecords(parts))] };
}

const textOf = ({ table, key, message }: RowsFault) => `${table} ${key} ${message}`;

async function compare(parts: ComparedParts): Promise<RowsFault[]> {
  const ended = await readEnded(parts.audit);
  return [
    ...(await userFaults(parts.database, ended)),
    ...(await clientFaults(parts.database, ended)),
    ...(await templateFaults(parts.templates, ended)),
  ];
}

async function userFaults({ db }: ComparedParts['database'], ended: Ended): Promise<RowsFault[]> {
  const faults: RowsFault[] = [];
  const report = (key: string, message: string) => faults.push({ table: 'users', key, message });
  const users = db
    .selectFrom('users')
    .select(['id', 'admin', 'role', 'role_client', 'disabled', 'totp_created']);
  const named = new Set([...ended.users, ...ended.disabled, ...ended.secondFactors.keys()]);
  const others = await inPieces(named, (ids) =>
    users.where('id', 'in', ids).where('admin', '=', 0).execute(),
  );
  for (const user of [...(await users.where('admin', '=', 1).execute()), ...others]) {
    const last = ended.positions.get(user.id);
    if (ended.users.has(user.id)) report(user.id, 'the account was erased, and is there again');
    if (user.admin === 1 && last !== undefined && !isPosition(last, user))
      report(user.id, `the role ${user.role ?? 'owner'} had ended, and is there again`);
    if (user.disabled === null && ended.disabled.has(user.id))
      report(user.id, 'the account was disabled, and no longer is');
    if (isOlder(user.totp_created, ended.secondFactors.get(user.id)))
      report(user.id, 'the second factor was removed, and is there again');
  }
  const passkeys = db.selectFrom('user_passkeys').select(['id', 'user_id', 'created']);
  const found = [
    ...(await inPieces(ended.passkeys, (ids) => passkeys.where('id', 'in', ids).execute())),
    ...(await inPieces(ended.secondFactors.keys(), (ids) =>
      passkeys.where('user_id', 'in', ids).execute(),
    )),
  ];
  for (const { id, user_id, created } of new Map(found.map((row) => [row.id, row])).values())
    if (ended.passkeys.has(id) || isOlder(created, ended.secondFactors.get(user_id)))
      faults.push({
        ...{ table: 'user_passkeys', key: id },
        message: 'the passkey was removed, and is there again',
      });
  return [...faults, ...(await furtherFaults(db, ended))];
}

/** Browsers and recovery codes, which let in like a passkey. */
async function furtherFaults(
  db: ComparedParts['database']['db'],
  ended: Ended,
): Promise<RowsFault[]> {
  const browsers = db.selectFrom('known_browsers').select(['user_id', 'id', 'created']);
  const users = [...ended.browsers.keys()].map((key) => key.split(' ')[0]!);
  const named = new Set([...users, ...ended.secondFactors.keys()]);
  const known = await inPieces(named, (ids) => browsers.where('user_id', 'in', ids).execute());
  const codes = db.selectFrom('user_recovery_codes').select(['user_id', 'created']);
  const kept = await inPieces(ended.recoveryCodes.keys(), (ids) =>
    codes.where('user_id', 'in', ids).execute(),
  );
  return [
    ...known
      .filter(
        ({ user_id, id, created }) =>
          isOlder(created, ended.browsers.get(`${user_id} ${id}`)) ||
          isOlder(created, ended.secondFactors.get(user_id)),
      )
      .map(({ id }) => ({
        ...{ table: 'known_browsers', key: id },
        message: 'the browser was forgotten, and is known again',
      })),
    ...kept
      .filter(({ user_id, created }) => isOlder(created, ended.recoveryCodes.get(user_id)))
      .map(({ user_id: key }) => ({
        ...{ table: 'user_recovery_codes', key },
        message: 'the recovery codes were replaced or removed, and are there again',
      })),
  ];
}

/** Values of one statement: databases limit them. */
const AT_ONCE = 500;

async function inPieces<T, R>(values: Iterable<T>, read: (some: T[]) => Promise<R[]>) {
  const [all, found] = [[...values], [] as R[]];
  for (let from = 0; from < all.length; from += AT_ONCE)
    found.push(...(await read(all.slice(from, from + AT_ONCE))));
  return found;
}

/** A row without a role is that of an owner. */
function isPosition(
  last: string,
  { role, role_client }: Pick<Schema['users'], 'role' | 'role_client'>,
) {
  const given = JSON.parse(last) as { readonly role: string; readonly client?: string } | null;
  return given?.role === (role ?? 'owner') && (given.client ?? null) === role_client;
}

const isOlder = (made: string | null, end: string | undefined): boolean =>
  made !== null && end !== undefined && made < end;

async function clientFaults({ db }: ComparedParts['database'], ended: Ended): Promise<RowsFault[]> {
  const faults: RowsFault[] = [];
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'created', 'secret_created', 'older_secret_ends'])
    .execute();
  const now = new Date().toISOString();
  for (const { id, created, secret_created, older_secret_ends: ends } of clients) {
    const report = (message: string) => faults.push({ table: 'clients', key: id, message });
    if (isOlder(created, ended.clients.get(id)))
      report('the client was deleted, and is there again');
    if (isOlder(secret_created ?? created, ended.secrets.get(id)))
      report('the secret was rotated, and the former is in force again');
    if (ended.olderSecrets.has(id) && ends !== null && ends > now)
      report('the older secret was ended, and is in force again');
  }
  const keys = await db.selectFrom('client_keys').select(['id', 'client_id', 'expires']).execute();
  for (const { id, client_id, expires } of keys) {
    const newest = ended.newestKeys.get(client_id);
    const isReplaced = newest !== undefined && newest !== id && expires === null;
    if (ended.keys.has(id) || isReplaced)
      faults.push({
        ...{ table: 'client_keys', key: id },
        message: 'the key had ended, and is in force again',
      });
  }
  for (const { id } of await db.selectFrom('webhooks').select('id').execute())
    if (ended.webhooks.has(id))
      faults.push({
        ...{ table: 'webhooks', key: id },
        message: 'the webhook was deleted, and is there again',
      });
  return faults;
}

/** Templates that were last written before their class, or all of their partition, was erased. */
async function templateFaults(
  templates: ComparedParts['templates'],
  ended: Ended,
): Promise<RowsFault[]> {
  const faults: RowsFault[] = [];
  const check = (batch: readonly Stored[], end: EndOf) => {
    for (const { bcid, template } of batch)
      if (!(template instanceof Error) && template.updated <= new Date(end(bcid)!))
        faults.push({
          ...{ table: 'templates', key: bcidText(bcid) },
          message: 'the template was erased, and is there again',
        });
  };
  for (const { of, times } of ended.classes.values()) {
    const read = await templates.readMany(of.storage, of.partition, [...times.keys()]);
    check(read, ({ classId }) => times.get(classId));
  }
  for (const { of, time } of ended.partitions.values())
    for await (const batch of templates.scan(of)) check(batch, () => time);
  return faults;
}

type EndOf = (bcid: { readonly classId: bigint }) => string | undefined;
