/**
 * A restore is killed: all of it is there, or nothing, not even its key. It can be run again, or a
 * service starts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from '../../src/archive/backup.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { PROGRAM, ROOT } from '../../testing/cli/run-cli.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../../testing/databases.ts';
import { backendsGone } from './backends.ts';
import { isWhole, sampleOf } from './sure-encoder.ts';
import { CLIENT, classOf, openWorkplace } from './workplace.ts';

const [PEOPLE, ENTRIES] = [300, 50];
const PASSPHRASE = 'correct horse battery';
/** Not empty. */
const REFUSED = 4;

export interface BackupFile {
  /** With the master key in it, sealed with the passphrase. */
  readonly file: string;
  readonly passphraseFile: string;
  readonly masterKey: string;
  remove(): Promise<void>;
}

/** A backup of people, a client and an audit trail. */
export async function makeBackup(): Promise<BackupFile> {
  const source = await createTestDatabase('sqlite');
  const { dataDir } = source.location;
  const masterKey = randomBytes(32).toString('base64');
  const { database, clients, templates, audit } = await openWorkplace({
    ...{ location: source.location, masterKey },
  });
  await clients.create({ id: CLIENT, name: CLIENT, storage: 'prove', partition: 'kill' });
  for (let number = 1; number <= PEOPLE; number++) {
    const { feature, thumbnail } = sampleOf(1);
    const sample = { features: [feature], thumbnails: [thumbnail] };
    const kept = { ...sample, encoderVersion: 1, tags: [`t${number}`] };
    await templates.update(classOf(number), () => kept);
  }
  for (let number = 0; number < ENTRIES; number++)
    await audit.append({ event: 'search', actor: 'prove', details: { number } });
  const [file, passphraseFile] = [join(dataDir, 'all.backup'), join(dataDir, 'passphrase')];
  const secret = { kind: 'passphrase', passphrase: PASSPHRASE } as const;
  await writeFile(passphraseFile, PASSPHRASE);
  await backup(database, dataDir, { release: 'prove', secret, masterKey }, (pieces) =>
    writeFile(file, pieces),
  );
  await database.close();
  return { file, passphraseFile, masterKey, remove: source.drop };
}

/** @param longest milliseconds until the kill; absent: nothing is killed */
export async function restoreRound(kind: DatabaseKind, from: BackupFile, longest?: number) {
  const target = await createTestDatabase(kind, 'empty');
  try {
    const began = performance.now();
    const child = startRestore(target, from);
    // A process needs a third of the time to begin.
    const moment = longest && longest * (0.3 + 0.8 * Math.random());
    const timer = moment && setTimeout(() => child.kill('SIGKILL'), moment);
    const code = await endOf(child);
    clearTimeout(timer);
    const milliseconds = performance.now() - began;
    if (code !== null && code !== 0) throw new Error(`a restore ended by itself: ${code}`);
    await backendsGone(target.location.databaseUrl);
    const there = await isRestored(target);
    const broken = code === 0 && !there ? ['it was done, and nothing is there'] : [];
    if (there || Math.random() < 0.5) {
      const again = await endOf(startRestore(target, from));
      if (again !== (there ? REFUSED : 0)) broken.push(`the next restore ended with ${again}`);
      broken.push(...(await check(target, from)));
    } else {
      await (await openWorkplace(target)).database.close();
      if ((await masterKeyOf(target)) === from.masterKey)
        broken.push('a new service took over the master key of the backup');
    }
    if ((await readdir(target.location.dataDir)).some((name) => name.startsWith('master.key.')))
      broken.push('a draft of a master key is left');
    return { ended: code === 0, restored: there, milliseconds, broken };
  } finally {
    await target.drop();
  }
}

function startRestore({ location }: TestDatabase, { file, passphraseFile }: BackupFile) {
  const { PATH, HOME, TMPDIR } = process.env;
  const { dataDir, databaseUrl } = location;
  const env = {
    ...{ PATH, HOME, TMPDIR, PROSOPON_DATA: dataDir },
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const command = ['restore', file, '--passphrase-file', passphraseFile];
  return spawn(process.execPath, [PROGRAM, ...command], { cwd: ROOT, env, stdio: 'ignore' });
}

const endOf = async (child: ChildProcess): Promise<number | null> =>
  ((await once(child, 'exit')) as [number | null])[0];

/** Whether a key that seals is there: it comes with everything else. */
async function isRestored({ location }: TestDatabase): Promise<boolean> {
  const isNew =
    location.databaseUrl === undefined && !existsSync(join(location.dataDir, 'prosopon.db'));
  if (isNew) return false;
  const database = await openDatabase(location);
  try {
    const keys = await database.db.selectFrom('key_encryption_keys').select('id').execute();
    return keys.length > 0;
  } finally {
    await database.close();
  }
}

const masterKeyOf = async ({ location }: TestDatabase): Promise<string> =>
  (await readFile(join(location.dataDir, 'master.key'), 'utf8')).trim();

async function check(target: TestDatabase, { masterKey }: BackupFile): Promise<string[]> {
  const workplace = await openWorkplace(target);
  const { database, keyRing, clients, templates, audit } = workplace;
  try {
    const broken: string[] = [];
    if ((await masterKeyOf(target)) !== masterKey)
      broken.push('the master key is not the one of the backup');
    for (const { table, key, message } of (await verifyRows(database, keyRing.derive)).faults)
      broken.push(`${table} ${key ?? ''}: ${message}`);
    if ((await clients.find(CLIENT)) === undefined) broken.push('the client is not there');
    for (let number = 1; number <= PEOPLE; number++) {
      const template = await templates.read(classOf(number));
      const thumbnails = await templates.thumbnails(classOf(number));
      if (template?.tags[0] !== `t${number}` || !isWhole(template, thumbnails))
        broken.push(`class ${number} is not as in the backup`);
    }
    const { intact, problem } = await audit.verify();
    if (!intact) broken.push(`audit trail: ${problem?.message}`);
    if ((await audit.list({ event: 'search' })).length !== ENTRIES)
      broken.push('entries of the audit trail are missing');
    return broken;
  } finally {
    await database.close();
  }
}
