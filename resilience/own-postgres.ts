/** A separate PostgreSQL server, whose files can be read and which can be stopped. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../testing/free-port.ts';

export interface OwnPostgres {
  readonly url: string;
  readonly dataDir: string;
  /** @param mode immediate: as if it crashed */
  stop(mode?: 'fast' | 'immediate'): void;
  start(): void;
  /** Kills each of its processes, wherever they are. */
  kill(): Promise<void>;
  /** A server that follows it. From then on it acknowledges what is on both. */
  standby(): Promise<Standby>;
  remove(): void;
}

export interface Standby extends OwnPostgres {
  /** Ends its following: it takes writes. */
  promote(): void;
}

/**
 * It refuses to run as root. Undefined: the programs, or a user for them, are missing.
 * @param place folder for its files; absent: among the temporary ones
 */
export async function ownPostgres(
  settings: Readonly<Record<string, string>> = {},
  place = tmpdir(),
): Promise<OwnPostgres | undefined> {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const isRoot = process.getuid?.() === 0;
  if (bin === undefined || !isRoot) return undefined;
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: '/tmp',
    });
  const options = Object.entries({ fsync: 'off', ...settings, listen_addresses: '127.0.0.1' });
  const given = options.map(([name, value]) => `-c ${name}=${value}`).join(' ');

  /** @param fill makes the files of the server */
  const begin = async (fill: (dataDir: string) => void): Promise<Standby> => {
    const folder = mkdtempSync(join(place, 'prosopon-postgres-'));
    chmodSync(folder, 0o711);
    const dataDir = join(folder, 'data');
    const port = await freePort();
    execFileSync('install', ['-d', '-o', 'postgres', '-m', '700', dataDir]);
    fill(dataDir);
    const control = (...args: readonly string[]) => run('pg_ctl', '-D', dataDir, '-w', ...args);
    const flags = `-p ${port} -k ${dataDir} ${given}`;
    /** Its first process, which the system lists until its end was noticed. */
    let pid: string | undefined;
    const start = () => {
      control('-l', join(dataDir, 'log'), '-o', flags, 'start');
      [pid] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    };
    let runs = true;
    const stop = (mode = 'fast') => {
      if (runs) control('-m', mode, 'stop');
      runs = false;
    };
    start();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    return {
      ...{ url, dataDir, stop },
      start() {
        start();
        runs = true;
      },
      async kill() {
        runs = false;
        const isLeft = () => processesIn(dataDir).length > 0 || existsSync(`/proc/${pid}`);
        for (; isLeft(); await sleep(50))
          for (const each of processesIn(dataDir)) killIfThere(each);
      },
      promote: () => void control('promote'),
      async standby() {
        const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-R'];
        const standby = await begin((its) => run('pg_basebackup', '-D', its, ...from));
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query("alter system set synchronous_standby_names = '*'");
        await client.query('select pg_reload_conf()');
        await client.end();
        return standby;
      },
      remove() {
        stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  };
  const sync = settings.fsync === 'on' ? [] : ['--no-sync'];
  return begin((its) => run('initdb', '-D', its, '-A', 'trust', '-U', 'postgres', ...sync));
}

/** Processes that work in the folder, as those of a server do. */
const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    });

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
