/** Erased data is gone from every table, and from the raw bytes of the database files. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import { findInFiles } from '../../src/storage/erased-bytes.ts';
import type { DatabaseLocation } from '../../src/storage/open-database.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { openWorkplace } from '../kill/workplace.ts';
import { ownPostgres } from '../own-postgres.ts';
import type { Proof } from '../proof.ts';
import { backupWithoutKey } from './backups.ts';
import { goneFromProcesses } from './process-memory.ts';
import { readRows, samplesOf, tablesWith, without } from './rows.ts';
import { SHOP, SUBJECTS, type Subject } from './subjects.ts';

/** With these settings, PostgreSQL leaves no old bytes behind after rewriting a table. */
const FORGETFUL = {
  wal_recycle: 'off',
  wal_init_zero: 'on',
  autovacuum: 'off',
  max_wal_size: '64MB',
};

export const erase: Proof = {
  name: 'erase',
  promise: 'Erased data is in no table, file, log or gallery.',
  async *run({ short, done }) {
    if (!done.has('backup')) yield { step: 'backup', ...(await backupWithoutKey()) };
    if (!short && !done.has('processes') && canReadMemory())
      yield { step: 'processes', ...(await goneFromProcesses()) };
    // Most of the time goes into one server for each subject.
    for (const kind of short ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const))
      for (const subject of SUBJECTS) {
        const step = `${kind} ${subject.name}`;
        if (!done.has(step)) yield { step, ...(await erased(kind, subject)) };
      }
  },
};

/** The memory of other processes, which Linux shows to root. */
const canReadMemory = () => process.platform === 'linux' && process.getuid?.() === 0;

interface Place {
  readonly location: DatabaseLocation;
  /** Folder of the searched files. */
  readonly files: string;
  remove(): void | Promise<void>;
}

async function placeOf(kind: Database['kind']): Promise<Place | undefined> {
  if (kind === 'sqlite') {
    const { location, drop } = await createTestDatabase('sqlite');
    return { location, files: location.dataDir, remove: drop };
  }
  const server = await ownPostgres(FORGETFUL);
  if (server === undefined) return undefined;
  const location = { dataDir: server.dataDir, databaseUrl: server.url };
  return { location, files: server.dataDir, remove: server.remove };
}

async function erased(kind: Database['kind'], subject: Subject) {
  const place = await placeOf(kind);
  if (place === undefined) {
    process.stderr.write(`${kind}: left out, it needs PostgreSQL's programs and root\n`);
    return { counts: { 'left out': 1 }, broken: [] };
  }
  const broken: string[] = [];
  const masterKey = randomBytes(32).toString('base64');
  const workplace = await openWorkplace({ location: place.location, masterKey });
  const { database } = workplace;
  try {
    await workplace.clients.create(SHOP);
    const before = await readRows(database);
    const forget = await subject.store(workplace);
    const stored = await readRows(database);
    await forget();
    const after = await readRows(database);
    const gone = without(stored, before, after);
    const texts = subject.markers.map((text) => Buffer.from(text.slice(0, 16)));
    const samples = [...samplesOf(gone, after), ...texts];
    for (const table of tablesWith(after, subject.markers)) broken.push(`${table} still names it`);
    const find = async () =>
      (await findInFiles(place.files, samples, new Set())).filter(({ found }) => found > 0);
    if (kind === 'postgres') {
      await sql`vacuum`.execute(database.db);
      await sql`checkpoint`.execute(database.db);
      const left = (await find()).reduce((sum, { found }) => sum + found, 0);
      process.stderr.write(
        `postgres: after vacuum ${left} of ${samples.length} samples are left\n`,
      );
      await rewrite(database);
    }
    const left = await find();
    for (const { file, found } of left) broken.push(`${file} holds ${found} of ${samples.length}`);
    process.stderr.write(`${kind} ${subject.name}: ${gone.size} rows, ${samples.length} samples\n`);
    return {
      counts: { rows: gone.size, samples: samples.length },
      broken: broken.map((what) => `${kind} ${subject.name}: ${what}`),
    };
  } finally {
    await database.close();
    await place.remove();
  }
}

/** Rewrites all tables, and starts a new write-ahead log. */
async function rewrite({ db }: Database): Promise<void> {
  await sql`vacuum full`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
  await sql`checkpoint`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
  await sql`checkpoint`.execute(db);
}
