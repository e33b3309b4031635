/** A real pool of connections in front of a database: pgbouncer, where it is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface Pooler {
  /** Address of the same database through the pool. */
  readonly databaseUrl: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  /** Connections to the server. */
  readonly connections: number;
  /** How long it lends one. */
  readonly mode?: 'transaction' | 'session';
}

/** @param databaseUrl of a server that asks for no password */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  { connections, mode = 'transaction' }: PoolerOptions,
): Promise<Pooler> {
  const url = new URL(databaseUrl);
  // It takes no settings from clients: what belongs to all is set where it connects itself.
  const [, searchPath] = /search_path=(\S+)/.exec(url.searchParams.get('options') ?? '') ?? [];
  url.searchParams.delete('options');
  const connected =
    searchPath === undefined ? '' : ` connect_query='set search_path to ${searchPath}'`;
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-pgbouncer-'));
  await chmod(dir, 0o755);
  const port = await freePort();
  const settings = [
    '[databases]',
    `* = host=${url.hostname} port=${url.port || 5432} user=${url.username}${connected}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${connections}`,
    'max_client_conn = 100',
  ];
  await writeFile(join(dir, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let kill: Pooler['kill'] = async () => undefined;
  const start = async () => {
    const child = spawn(program, [...user, join(dir, 'pgbouncer.ini')], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended ${child.exitCode}`);
      await sleep(20);
    }
  };
  await start();
  url.port = String(port);
  return {
    databaseUrl: url.href,
    kill: () => kill(),
    start,
    async stop() {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answered;
}
