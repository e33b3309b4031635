/** Two services that start on a database of an older release are killed while they migrate it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { createAccounts } from '../../src/access/accounts/accounts.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { decrypt, deriveKey, encrypt } from '../../src/sealing/cipher.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import type { Database } from '../../src/storage/database.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all.ts';
import { type DatabaseLocation, openDatabase } from '../../src/storage/open-database.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { versionOf } from '../../src/storage/snapshot.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/databases.ts';
import { backendsGone } from './backends.ts';
import { isWhole, sampleOf } from './sure-encoder.ts';
import { classOf, openWorkplace } from './workplace.ts';

const PROGRAM = fileURLToPath(new URL('opening.ts', import.meta.url));
const PROCESSES = 2;
const [PEOPLE, ENTRIES] = [25, 25];
/** Rows of it were sealed, but not yet listed as those in force. */
const OLDER = 24;

/** @param longest milliseconds until the kill; absent: nothing is killed */
export async function migrationRound(kind: DatabaseKind, longest?: number) {
  const test = await createTestDatabase(kind, 'empty');
  const masterKey = randomBytes(32).toString('base64');
  try {
    const users = await fillOlder(test.location, masterKey);
    const job = JSON.stringify({ location: test.location, masterKey });
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, [PROGRAM, job], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const took = await Promise.all(children.map((child) => opening(child, longest)));
    await backendsGone(test.location.databaseUrl);
    const broken = await check(test.location, masterKey, users);
    const opened = took.filter((each) => each !== undefined);
    return { opened: opened.length, milliseconds: Math.max(...opened), broken };
  } finally {
    await test.drop();
  }
}

/** Milliseconds until it said that the database is open; undefined: it was killed before. */
async function opening(
  child: ChildProcess,
  longest: number | undefined,
): Promise<number | undefined> {
  let [began, took] = [0, undefined as number | undefined];
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout! }))
    if (line === 'opened') took = performance.now() - began;
    else {
      began = performance.now();
      if (longest !== undefined)
        void sleep(Math.random() * longest).then(() => child.kill('SIGKILL'));
    }
  const [code] = await exited;
  if (code !== null && code !== 0) throw new Error(`a process ended by itself: ${code}`);
  return took;
}

/** Ids of its users. */
async function fillOlder(location: DatabaseLocation, masterKey: string): Promise<string[]> {
  const database = await openDatabase(location, OLDER);
  try {
    const keys = { masterKey, keyFile: '/nowhere', keyFileIsDefault: false };
    const keyRing = await openKeyRing(keys, database);
    const templates = createTemplateStore(database, keyRing);
    const audit = createAuditTrail(database, keyRing);
    const { users } = createAccounts({
      ...{ database, keyRing, clients: undefined as never, publicUrl: () => 'http://prove' },
      ...{ sendMail: async () => undefined, warn: () => undefined },
    });
    const ids: string[] = [];
    for (let number = 1; number <= PEOPLE; number++) {
      const { feature, thumbnail } = sampleOf(1);
      const sample = { features: [feature], thumbnails: [thumbnail] };
      const kept = { ...sample, encoderVersion: 1, tags: [`t${number}`] };
      await templates.update(classOf(number), () => kept);
      ids.push((await users.create({ name: `user ${number}` })).id);
    }
    for (let number = 0; number < ENTRIES; number++)
      await audit.append({ event: 'search', actor: 'prove', details: { number } });
    await makeOlder(database, masterKey);
    return ids;
  } finally {
    await database.close();
  }
}

/** Back to a release that sealed its rows, and had no list of those in force. */
async function makeOlder({ db }: Database, masterKey: string): Promise<void> {
  await sql`delete from live_rows`.execute(db);
  const wrapping = deriveKey(Buffer.from(masterKey, 'base64'), 'master');
  for (const { id, generation, wrapped } of await db
    .selectFrom('key_encryption_keys')
    .selectAll()
    .execute()) {
    const bound = Buffer.from(`prosopon key-encryption key 4 ${generation} ${id}`);
    const secret = decrypt(wrapping, wrapped, bound);
    const older = encrypt(wrapping, secret, Buffer.from(`prosopon key-encryption key 2 ${id}`));
    await sql`update key_encryption_keys set wrapped = ${older} where id = ${id}`.execute(db);
  }
}

async function check(
  location: DatabaseLocation,
  masterKey: string,
  users: readonly string[],
): Promise<string[]> {
  const { database, keyRing, templates, accounts, audit } = await openWorkplace({
    ...{ location, masterKey },
  });
  try {
    const broken: string[] = [];
    const version = await versionOf(database.db as Kysely<Schema>);
    if (version !== MIGRATIONS.at(-1)!.version) broken.push(`the tables have version ${version}`);
    for (const { table, key, message } of (await verifyRows(database, keyRing.derive)).faults)
      broken.push(`${table} ${key ?? ''}: ${message}`);
    for (let number = 1; number <= PEOPLE; number++) {
      const template = await templates.read(classOf(number));
      const thumbnails = await templates.thumbnails(classOf(number));
      if (template?.tags[0] !== `t${number}` || !isWhole(template, thumbnails))
        broken.push(`class ${number} is not what it was`);
    }
    for (const id of users)
      if ((await accounts.users.find(id)) === undefined) broken.push(`user ${id} is gone`);
    const { intact, problem } = await audit.verify();
    if (!intact) broken.push(`audit trail: ${problem?.message}`);
    if ((await audit.list({ event: 'search' })).length !== ENTRIES)
      broken.push('entries of the audit trail are gone');
    return broken;
  } finally {
    await database.close();
  }
}
