/** A separate PostgreSQL server, whose files can be read and which can be stopped. */
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.ts';

export interface OwnPostgres {
  readonly url: string;
  readonly dataDir: string;
  stop(): void;
  start(): void;
  remove(): void;
}

/** It refuses to run as root. Undefined: the programs, or a user for them, are missing. */
export async function ownPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres | undefined> {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const isRoot = process.getuid?.() === 0;
  if (bin === undefined || !isRoot) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'prosopon-postgres-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: '/tmp',
    });
  const port = await freePort();
  const options = Object.entries({ ...settings, listen_addresses: '127.0.0.1', fsync: 'off' });
  const given = options.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  execFileSync('install', ['-d', '-o', 'postgres', '-m', '700', dataDir]);
  run('initdb', '-D', dataDir, '-A', 'trust', '-U', 'postgres', '--no-sync');
  const flags = `-p ${port} -k ${dataDir} ${given}`;
  const start = () =>
    run('pg_ctl', '-D', dataDir, '-w', '-l', join(dataDir, 'log'), '-o', flags, 'start');
  const stop = () => run('pg_ctl', '-D', dataDir, '-w', '-m', 'fast', 'stop');
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    dataDir,
    start,
    stop,
    remove() {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
