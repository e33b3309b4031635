/** Two services that start on an empty database are killed while they make its tables and keys. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { versionOf } from '../../src/storage/migrate.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all.ts';
import type { DatabaseLocation } from '../../src/storage/open-database.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/databases.ts';
import { backendsGone } from './backends.ts';
import { isWhole, sampleOf } from './sure-encoder.ts';
import { classOf, openWorkplace } from './workplace.ts';

const PROGRAM = fileURLToPath(new URL('opening.ts', import.meta.url));
const PROCESSES = 2;
const PEOPLE = 25;

/** @param longest milliseconds until the kill; absent: nothing is killed */
export async function migrationRound(kind: DatabaseKind, longest?: number) {
  const test = await createTestDatabase(kind, 'empty');
  const masterKey = randomBytes(32).toString('base64');
  try {
    const job = JSON.stringify({ location: test.location, masterKey });
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, [PROGRAM, job], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const took = await Promise.all(children.map((child) => opening(child, longest)));
    await backendsGone(test.location.databaseUrl);
    const broken = await check(test.location, masterKey);
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

/** Whether what the killed processes left opens, and takes people as a new database does. */
async function check(location: DatabaseLocation, masterKey: string): Promise<string[]> {
  const { database, keyRing, templates, accounts, audit } = await openWorkplace({
    ...{ location, masterKey },
  });
  try {
    const broken: string[] = [];
    const version = await versionOf(database.db as Kysely<Schema>);
    if (version !== MIGRATIONS.at(-1)!.version) broken.push(`the tables have version ${version}`);
    for (let number = 1; number <= PEOPLE; number++) {
      const { feature, thumbnail } = sampleOf(1);
      const sample = { features: [feature], thumbnails: [thumbnail] };
      const kept = { ...sample, encoderVersion: 1, tags: [`t${number}`] };
      await templates.update(classOf(number), () => kept);
      const template = await templates.read(classOf(number));
      const thumbnails = await templates.thumbnails(classOf(number));
      if (template?.tags[0] !== `t${number}` || !isWhole(template, thumbnails))
        broken.push(`class ${number} is not what was enrolled`);
      const { id } = await accounts.users.create({ name: `user ${number}` });
      if ((await accounts.users.find(id)) === undefined) broken.push(`user ${id} is gone`);
    }
    await audit.append({ event: 'search', actor: 'prove', details: {} });
    for (const { table, key, message } of (await verifyRows(database, keyRing.derive)).faults)
      broken.push(`${table} ${key ?? ''}: ${message}`);
    const { intact, problem } = await audit.verify();
    if (!intact) broken.push(`audit trail: ${problem?.message}`);
    return broken;
  } finally {
    await database.close();
  }
}
