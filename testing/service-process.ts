/** The service as a child process, started as by its users, with a client and a template. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { makeClientToken } from '../src/access/clients/client-token.ts';

const PROGRAM = fileURLToPath(new URL('../bin/prosopon', import.meta.url));
const run = promisify(execFile);

export interface Service {
  readonly address: string;
  /** Host and port of its gRPC server. */
  readonly grpcAddress: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until `/readyz` succeeded. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

function environment(dataDir: string, workers: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PROSOPON_DATA: dataDir,
    PROSOPON_WORKERS: String(workers),
    PROSOPON_OFFLINE: '1',
    HOST: '127.0.0.1',
    PORT: '0',
    GRPC_PORT: '0',
    LOG_LEVEL: 'info',
  };
}

/**
 * Starts `prosopon serve` on a free port and waits until it is ready.
 * @param program of another checkout
 */
export async function startService(
  dataDir: string,
  workers: number,
  program = PROGRAM,
): Promise<Service> {
  const started = performance.now();
  const child = spawn(process.execPath, [program, 'serve', '--json'], {
    env: environment(dataDir, workers),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // A failed bench leaves no service behind.
  const kill = () => void child.kill();
  process.once('exit', kill);
  const { address, grpcPort } = await listening(child);
  while (!(await isReady(address))) await new Promise((resolve) => setTimeout(resolve, 10));
  return {
    address,
    grpcAddress: `127.0.0.1:${grpcPort}`,
    pid: child.pid!,
    readyMs: performance.now() - started,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

interface Listening {
  readonly address: string;
  readonly grpcPort: number;
}

/** Only the log names the ports. Reading continues, so that the pipe never fills. */
function listening(child: ChildProcess): Promise<Listening> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    createInterface(child.stdout!).on('line', (line) => {
      const { address, grpcPort } = JSON.parse(line) as Partial<Listening>;
      if (address !== undefined && grpcPort !== undefined) resolve({ address, grpcPort });
    });
  });
}

async function isReady(address: string): Promise<boolean> {
  const { statusCode, body } = await request(`${address}/readyz`);
  await body.dump();
  return statusCode === 200;
}

/** Credentials of a client: a JWT of its own, or id and secret. */
export interface Credentials {
  readonly token: string;
  readonly id: string;
  readonly secret: string;
}

/**
 * Creates a client of the service, as an operator would.
 * @param program of another checkout
 */
export async function createClient(
  dataDir: string,
  name = 'bench',
  program = PROGRAM,
): Promise<Credentials> {
  const args = ['client', 'create', '--id', name, '--name', name, '--storage', name];
  const { stdout } = await run(process.execPath, [program, ...args, '--partition', '1', '--json'], {
    env: environment(dataDir, 1),
  });
  const { id, key: text, secret } = JSON.parse(stdout) as Record<'id' | 'key' | 'secret', string>;
  const key = Buffer.from(text, 'base64');
  return { id, secret, token: await makeClientToken(id, key, 'prosopon', 3600) };
}
