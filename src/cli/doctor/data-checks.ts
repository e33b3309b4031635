/** Checks the data: database, master key, file permissions, and the clock that dated the rows. */

import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Client } from '../../access/clients/client.ts';
import { DEMO } from '../../access/clients/first-client.ts';
import { looseSettings } from '../../access/clients/loose-settings.ts';
import { closing } from '../../async.ts';
import type { Config } from '../../config/config.ts';
import { verifyRecords } from '../../journal/ended-records.ts';
import type { Database } from '../../storage/database.ts';
import { inspectDistribution, unplacedTables } from '../../storage/distribution/inspect.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { openStore, type Store } from '../../store.ts';
import { hasDatabase } from '../local-store.ts';
import { count } from '../output.ts';
import { type Finding, failed } from './finding.ts';
import { checkWebhooks } from './webhook-checks.ts';

const NOT_YET = 'does not exist yet; the first start creates it';

/** Reachable, migrated, opened by the master key. Creates nothing in an empty data directory. */
export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  const check = 'database';
  if (!hasDatabase(config)) return [{ check, state: 'ok', message: NOT_YET }];
  let database: Database;
  try {
    database = await openDatabase(config);
  } catch (thrown) {
    const advice = 'Check PROSOPON_DATA or DATABASE_URL, and that the database is running.';
    return [failed(check, thrown, advice)];
  }
  const nodes = await checkNodes(database).finally(() => database.close());
  const message = `${database.kind} answers, tables are up to date`;
  const found: readonly Finding[] = [{ check, state: 'ok', message }, ...nodes];
  // Data on an unreachable node would look broken.
  if (nodes.some(({ state }) => state === 'fail')) return found;
  return [...found, ...(await checkStore(config))];
}

/** Checks the nodes of a distributed database. */
async function checkNodes(database: Database): Promise<readonly Finding[]> {
  const check = 'nodes';
  try {
    const distribution = await inspectDistribution(database);
    if (distribution?.by === undefined) return [];
    const { by, nodes } = distribution;
    const silent = nodes.filter(({ answers }) => !answers).map(({ address }) => address);
    if (silent.length > 0) {
      const advice = 'Start them: the people in their shards cannot be found.';
      return [{ check, state: 'fail', message: `no answer from ${silent.join(', ')}`, advice }];
    }
    const unplaced = unplacedTables(distribution);
    if (unplaced.length > 0) {
      const advice = 'Run "prosopon database distribute" again.';
      return [{ check, state: 'warn', message: `not placed: ${unplaced.join(', ')}`, advice }];
    }
    return [{ check, state: 'ok', message: `${nodes.length} with shards, distributed by ${by}` }];
  } catch (thrown) {
    return [failed(check, thrown, 'Run "prosopon database distribute --check" for details.')];
  }
}

async function checkStore(config: Config): Promise<readonly Finding[]> {
  const check = 'master key';
  try {
    await using store = closing(await openStore(config, () => {}));
    const clients = await store.clients.list();
    const message = `opens the database (${count(clients.length, 'client')})`;
    const sandboxes = clients.filter(({ settings }) => settings.sandbox).map(({ id }) => id);
    return [
      { check, state: 'ok', message },
      { check: 'sandbox clients', state: 'ok', message: sandboxes.join(', ') || 'none' },
      checkLooseSettings(clients),
      ...demoClient(clients),
      await checkAuditTrail(store),
      await checkRecords(store),
      await checkAnchor(store),
      ...(await checkWebhooks(store.webhooks)),
    ];
  } catch (thrown) {
    const advice =
      'Restore the key this database was sealed with: PROSOPON_MASTER_KEY or PROSOPON_KEY_FILE.';
    return [failed(check, thrown, advice)];
  }
}

/** The client of a first try, if it is still there: whoever reads the log has its key. */
function demoClient(clients: readonly Client[]): readonly Finding[] {
  if (!clients.some(({ id }) => id === DEMO)) return [];
  const advice = `Before real use, run "prosopon client delete ${DEMO} --erase".`;
  return [{ check: 'demo client', state: 'warn', message: 'its key is in the log', advice }];
}

/** Settings by which a client gives up protection. */
function checkLooseSettings(clients: readonly Client[]): Finding {
  const check = 'client settings';
  const loose = clients
    .map(({ id, settings }) => ({ id, found: looseSettings(settings) }))
    .filter(({ found }) => found.length > 0)
    .map(({ id, found }) => `${id}: ${found.join(', ')}`);
  if (loose.length === 0) return { check, state: 'ok', message: 'none gives up protection' };
  const advice =
    'If the application does not need them, run "prosopon client set ID NAME=VALUE" (docs/client-settings.md).';
  return { check, state: 'warn', message: loose.join('; '), advice };
}

async function checkAuditTrail({ audit }: Pick<Store, 'audit'>): Promise<Finding> {
  const check = 'audit trail';
  const { intact, entries, problem } = await audit.verify();
  if (intact)
    return { check, state: 'ok', message: `intact (${count(entries, 'entry', 'entries')})` };
  const advice =
    'The database was changed from outside. "prosopon audit export" shows what is left.';
  return { check, state: 'fail', message: problem?.message ?? 'it was changed', advice };
}

async function checkRecords(store: Store): Promise<Finding> {
  const check = 'records';
  const { rows, faults } = await verifyRecords(store);
  const [first] = faults;
  if (first === undefined)
    return { check, state: 'ok', message: `intact (${count(rows, 'bound record')})` };
  const message = `${first.table} ${first.key ?? ''}: ${first.message}`;
  const advice =
    'The database was changed from outside. "prosopon audit verify" lists what was changed.';
  return { check, state: 'fail', message, advice };
}

async function checkAnchor({ anchor }: Pick<Store, 'anchor'>): Promise<Finding> {
  const check = 'anchor';
  const problem = await anchor.problem().catch((error: Error) => error.message);
  if (problem === undefined) return { check, state: 'ok', message: 'not rolled back' };
  const advice = 'If you restored it on purpose, run "prosopon audit accept-rollback".';
  return { check, state: 'fail', message: `the database has been rolled back: ${problem}`, advice };
}

/** Where the master key lies. */
export function checkKey(config: Config): Finding {
  const check = 'key place';
  if (config.keyCommand !== undefined)
    return { check, state: 'ok', message: 'master key printed by a command' };
  if (config.masterKey !== undefined)
    return { check, state: 'ok', message: 'master key from the environment' };
  if (!config.keyFileIsDefault)
    return { check, state: 'ok', message: `master key in ${config.keyFile}` };
  return {
    check,
    state: 'warn',
    message: 'the master key is stored next to the data it protects',
    advice: `Move ${config.keyFile} elsewhere, keep a copy, and set PROSOPON_KEY_FILE to its path.`,
  };
}

/** Only the owner may read database and key, and has to be able to. */
export async function checkFileModes(config: Config): Promise<Finding> {
  const check = 'file modes';
  if (process.platform === 'win32' || !hasDatabase(config))
    return { check, state: 'ok', message: 'nothing to check' };
  const closed = await closedToOwner(config.dataDir).catch(() => []);
  if (closed.length > 0)
    return {
      check,
      state: 'fail',
      message: `the owner of ${config.dataDir} cannot read ${closed.join(', ')}`,
      advice: `chown -R --reference=${config.dataDir} ${config.dataDir}/`,
    };
  const names = await readdir(config.dataDir).catch(() => []);
  const paths = [config.keyFile, ...names.map((name) => join(config.dataDir, name))];
  const open: string[] = [];
  for (const path of new Set(paths)) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && (found.mode & 0o077) !== 0) open.push(path);
  }
  if (open.length === 0)
    return { check, state: 'ok', message: 'only the owner can read data and key' };
  return {
    check,
    state: open.includes(config.keyFile) ? 'fail' : 'warn',
    message: `others can read ${open.join(', ')}`,
    advice: `chmod 600 ${open.join(' ')}`,
  };
}

/** Files and folders of the data directory that its owner cannot read, as root may have left them. */
async function closedToOwner(dataDir: string): Promise<readonly string[]> {
  const { uid } = await stat(dataDir);
  const closed: string[] = [];
  for (const name of await readdir(dataDir, { recursive: true })) {
    const found = await lstat(join(dataDir, name)).catch(() => undefined);
    if (found === undefined || found.uid === uid || name.startsWith('lost+found')) continue;
    const needed = found.isDirectory() ? 0o005 : 0o004;
    if ((found.mode & needed) !== needed) closed.push(join(dataDir, name));
  }
  return closed;
}

/** With a wrong clock, tokens are refused and rows misdated. */
export async function checkClock(config: Config): Promise<Finding> {
  const check = 'clock';
  const now = new Date();
  const advice = 'Set the clock (NTP): tokens are refused when it is more than a minute off.';
  const message = now.toISOString();
  if (now < new Date('2026-01-01')) return { check, state: 'fail', message, advice };
  if (!hasDatabase(config)) return { check, state: 'ok', message };
  const ahead = await secondsAhead(config, now).catch(() => 0);
  if (ahead <= 60) return { check, state: 'ok', message };
  return { check, state: 'fail', message: `${message}, ${ahead} s behind the database`, advice };
}

/** Seconds by which the newest job, or the database server's clock, is ahead of ours. */
async function secondsAhead(config: Config, now: Date): Promise<number> {
  await using database = closing(await openDatabase(config));
  const newest = await database.db
    .selectFrom('jobs')
    .select(sql<string | null>`max(started)`.as('started'))
    .executeTakeFirst();
  const times = [newest?.started ?? now.toISOString()];
  if (database.kind === 'postgres') {
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database.db);
    times.push(new Date(rows[0]!.now).toISOString());
  }
  return Math.max(...times.map((time) => Math.round((Date.parse(time) - now.getTime()) / 1000)));
}
