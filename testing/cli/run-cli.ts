/** Runs the real command line in child processes on a data directory of its own. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { shareModels } from '../models.ts';
import type { CommandCall, CommandEnd } from './command-process.ts';

export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const PROGRAM = join(ROOT, 'bin/prosopon');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Cli {
  readonly dataDir: string;
  /** Runs one command to its end, in a process that it shares with others. */
  run(...args: readonly string[]): Promise<CommandEnd>;
  /** The same with more environment. */
  runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CommandEnd>;
  /** The parsed JSON a command printed; throws when it failed. */
  json<T>(...args: readonly string[]): Promise<T>;
  /** Starts one command in a process of its own. */
  start(...args: readonly string[]): ChildProcess;
  /** Starts the service on a free port, with one worker; resolves when `/readyz` says so. */
  serve(env?: Readonly<Record<string, string>>): Promise<Running>;
  remove(): Promise<void>;
}

export interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export interface CliOptions {
  /** Begin with models that earlier tests converted and their key, which saves each start a second. */
  readonly convertedModels?: boolean;
  /** Where the data directory is made. Absent: in the temporary folder. */
  readonly folder?: string;
  /** Id of the user that processes run as, where the tests are root. */
  readonly user?: number;
}

export async function createCli(options: CliOptions = {}): Promise<Cli> {
  const { convertedModels = false, folder = tmpdir(), user: uid } = options;
  const dataDir = join(await mkdtemp(join(folder, 'prosopon-cli-')), 'data');
  if (convertedModels) await shareModels(dataDir);
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PROSOPON_|HOST$|PORT$|LOG_LEVEL$|DATABASE_URL$|VITEST)/.test(name),
  );
  const base = { ...Object.fromEntries(inherited), PROSOPON_DATA: dataDir, GRPC_PORT: '0' };
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawn(process.execPath, [PROGRAM, ...args], {
      cwd: ROOT,
      env: { ...base, ...env },
      ...(uid !== undefined && { uid, gid: uid }),
    });

  const runWith: Cli['runWith'] = (env, ...args) => runCommand({ args, env: { ...base, ...env } });
  const run = (...args: readonly string[]) => runWith({}, ...args);
  return {
    dataDir,
    run,
    runWith,
    start: (...args) => start(args),
    async json<T>(...args: readonly string[]) {
      const { code, out, err } = await run(...args, '--json');
      if (code !== 0) throw new Error(`${args.join(' ')}: exit ${code}: ${err}`);
      return JSON.parse(out) as T;
    },
    async serve(env = {}) {
      const port = env.PORT ?? (await freePort());
      const settings = { PORT: String(port), LOG_LEVEL: 'info', PROSOPON_WORKERS: '1' };
      const child = start(['serve'], { ...settings, ...env });
      const end = ended(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
      const url = `http://${env.HOST === '::1' ? '[::1]' : '127.0.0.1'}:${port}`;
      await untilReady(url, child, () => output);
      return {
        url,
        child,
        output: () => output,
        stop(signal: NodeJS.Signals = 'SIGTERM') {
          child.kill(signal);
          return end;
        },
      };
    },
    remove: () => rm(join(dataDir, '..'), { recursive: true, force: true }),
  };
}

let lastCommand: Promise<unknown> = Promise.resolve();
let commandProcess: Promise<ChildProcess> | undefined;

/** Commands wait for each other; the process is started for the first of them. */
function runCommand(call: CommandCall): Promise<CommandEnd> {
  const run = lastCommand.then(async () => {
    commandProcess ??= startCommandProcess();
    const child = await commandProcess;
    child.send(call);
    return (await nextMessage(child)) as CommandEnd;
  });
  lastCommand = run.catch(() => (commandProcess = undefined));
  return run;
}

/** It ends with the process of the tests. */
async function startCommandProcess(): Promise<ChildProcess> {
  const child = fork(new URL('command-process.ts', import.meta.url), {
    cwd: ROOT,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await nextMessage(child);
  child.unref();
  child.channel?.unref();
  return child;
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController();
  const message = once(child, 'message', gone).then(([value]) => value as unknown);
  const end = once(child, 'exit', gone).then(([code, signal]) => {
    throw new Error(`the process of the commands ended ${code ?? signal}`);
  });
  return Promise.race([message, end]).finally(() => gone.abort());
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, out, err };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`serve ended ${child.exitCode}: ${output()}`);
    // Another program may listen there, and never answer.
    const signal = AbortSignal.timeout(2000);
    const ready = await fetch(`${url}/readyz`, { signal }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
}
