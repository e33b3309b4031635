/** The servers of a cluster on this machine: kills and restarts them, and adds another. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface ClusterNode {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  /** Kills it (SIGKILL). Resolves when it responds again, this many milliseconds later. */
  killFor(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param databaseUrl of the coordinator; its servers must run on this machine */
export async function openCluster(databaseUrl: string) {
  const onNode = async <T>(port: number, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const coordinatorPort = Number(new URL(databaseUrl).port);
  const onCoordinator = (statement: string) =>
    onNode(coordinatorPort, async (client) => (await client.query(statement)).rows);
  const answers = (port: number) =>
    onNode(port, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    );
  const [{ bin }] = await onCoordinator(
    `select setting as bin from pg_config where name = 'BINDIR'`,
  );

  /** Runs a command as the owner of the files, whatever the current user. */
  const command = async (program: string, folder: string, ...args: readonly string[]) => {
    const { uid, gid } = await stat(folder);
    const owner = process.getuid?.() === 0 ? { uid, gid } : {};
    // The server looks for certificates in its user's home.
    const env = { ...process.env, HOME: folder };
    const options = { ...owner, stdio: 'ignore', cwd: tmpdir(), env } as const;
    const [code] = await once(spawn(join(bin, program), args, options), 'exit');
    return code === 0;
  };
  const start = async (folder: string, port: number) => {
    // Processes of the killed server may live on for a moment and keep its memory.
    const log = join(folder, 'log');
    while (!(await command('pg_ctl', folder, '-D', folder, '-l', log, '-w', 'start')))
      await sleep(500);
    while (!(await answers(port))) await sleep(100);
  };
  const nodeAt = (name: string, port: number, folder: string): ClusterNode => ({
    ...{ name, port, folder },
    async killFor(milliseconds) {
      const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await sleep(milliseconds);
      await start(folder, port);
    },
    async stop() {
      await command('pg_ctl', folder, '-D', folder, '-m', 'fast', '-w', 'stop');
    },
  });
  const folderOf = (port: number) =>
    onNode(
      port,
      async (client) => (await client.query('show data_directory')).rows[0].data_directory,
    );

  /** Adds an empty server to the cluster. */
  const addNode = async (like: ClusterNode): Promise<ClusterNode> => {
    const [folder, port] = [await mkdtemp(join(tmpdir(), 'prosopon-node-')), await freePort()];
    const { uid, gid } = await stat(like.folder);
    await chown(folder, uid, gid);
    await chmod(folder, 0o700);
    await command('initdb', folder, '-D', folder, '-A', 'trust', '-U', 'postgres');
    const settings = [
      `shared_preload_libraries = 'citus'`,
      `listen_addresses = '127.0.0.1'`,
      `port = ${port}`,
      `unix_socket_directories = '${folder}'`,
      'max_prepared_transactions = 200',
      'citus.enable_statistics_collection = off',
    ];
    await appendFile(join(folder, 'postgresql.conf'), `${settings.join('\n')}\n`);
    await start(folder, port);
    await onNode(port, (client) => client.query('create extension citus; create extension vector'));
    await onCoordinator(`select citus_add_node('127.0.0.1', ${port})`);
    return nodeAt('the new worker', port, folder);
  };

  const known = await onCoordinator(
    'select nodeport as port, groupid as "group" from pg_dist_node order by groupid',
  );
  const nodes = await Promise.all(
    known.map(async ({ port, group }) =>
      nodeAt(group === 0 ? 'the coordinator' : `worker ${group}`, port, await folderOf(port)),
    ),
  );
  return {
    coordinator: nodes[0]!,
    workers: nodes.slice(1),
    addNode,
    onCoordinator,
    /** Moves the node's data away, and removes it from the cluster. */
    async removeNode(node: ClusterNode) {
      await onCoordinator(`select citus_drain_node('127.0.0.1', ${node.port}, 'block_writes')`);
      await onCoordinator(`select citus_remove_node('127.0.0.1', ${node.port})`);
      await node.stop();
      await rm(node.folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
