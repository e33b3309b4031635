/** A process that performs a task at a time, and knows nothing of the service but its task. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '../../durations.ts';
import { ModelError } from '../models/model-error.ts';
import { confined } from './confinement.ts';
import { FILES, type FromWorker, type NamedSize, type ToWorker } from './messages.ts';
import { lowerPriority } from './niceness.ts';

export interface WorkerSetup {
  /** Module that calls `answerTasks`. */
  readonly entry: URL;
  /** Structured-cloneable data that every worker starts with. */
  readonly workerData: unknown;
  /** Files and folders that it may read besides the program. */
  readonly readable: readonly string[];
  /** Resident bytes beyond which a worker ends itself. */
  readonly mostMemory: number;
  /** Milliseconds it may take to get ready; absent: two minutes. */
  readonly startTimeout?: number;
}

/** The process ended during a task: by itself, by a signal, or at its memory limit. */
export class WorkerDied extends Error {
  /** That ended it: SIGKILL comes from outside, as from the kernel when memory runs out. */
  readonly signal: NodeJS.Signals | undefined;

  constructor(message: string, signal?: NodeJS.Signals | null) {
    super(message);
    this.signal = signal ?? undefined;
  }
}

export type WorkerProcess = Awaited<ReturnType<typeof startWorker>>;

/** JavaScript heap; pictures lie outside it. */
const HEAP_MEBIBYTES = 512;
/** Garbage before a collection, which also frees pictures and tensors outside the heap. */
const YOUNG_MEBIBYTES = 4;
/** Characters to keep of its error output, in case it does not start. */
const MOST_SAID = 2000;

/** For the largest networks on a slow machine. */
const START_TIMEOUT = 2 * MINUTE_MS;

/** Starts a worker. Resolves when it is ready. @throws ModelError it is not ready in time */
export async function startWorker(setup: WorkerSetup) {
  const { entry, workerData, readable, mostMemory, startTimeout = START_TIMEOUT } = setup;
  const { env, execArgv } = confined([fileURLToPath(entry), ...readable], HEAP_MEBIBYTES);
  const child = fork(entry, {
    serialization: 'advanced',
    execArgv: [`--max-semi-space-size=${YOUNG_MEBIBYTES}`, ...(execArgv ?? [])],
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
  });
  // Without a file descriptor to spare there is no process, and no pipe to it.
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    throw new ModelError(`a worker cannot be started: ${error.message}`);
  }
  lowerPriority(child, 'worker');
  const pipe = child.stdio[FILES] as Writable;
  // That nobody reads it any more is said by the worker's end.
  pipe.on('error', () => {});
  const said = listenTo(child);
  let alive = true;
  let waiting: { resolve(message: FromWorker): void; reject(error: Error): void } | undefined;
  const gone = new Promise<void>((resolve) => {
    const end = (how: string, signal?: NodeJS.Signals | null) => {
      alive = false;
      waiting?.reject(new WorkerDied(`the worker ended with ${how}`, signal));
      resolve();
    };
    child.once('exit', (code, signal) => end(`${signal ?? code}`, signal));
    child.once('error', (error) => end(error.message));
  });
  child.on('message', (message: FromWorker) => waiting?.resolve(message));
  const ask = (message: ToWorker) =>
    new Promise<FromWorker>((resolve, reject) => {
      if (!alive) return reject(new WorkerDied('the worker has ended'));
      waiting = { resolve, reject };
      // If it cannot be reached any more, its exit event reports that.
      child.send(message, () => {});
    });
  const kill = () => {
    child.kill('SIGKILL');
    return gone;
  };

  let late = '';
  const timer = setTimeout(() => {
    late = ` as it was not ready after ${startTimeout / 1000} s`;
    void kill();
  }, startTimeout);
  const answer = await ask({ kind: 'open', data: workerData, mostMemory })
    .catch((error: Error) => error)
    .finally(() => clearTimeout(timer));
  if (answer instanceof Error) throw new ModelError(`${answer.message}${late}: ${said()}`);
  if (answer.kind === 'failed') {
    await kill();
    throw new ModelError(answer.message);
  }
  return {
    get alive() {
      return alive;
    },
    /** @throws WorkerDied */
    async run(payload: object) {
      const { others, files } = withoutFiles(payload);
      const sizes = files.map(([name, { byteLength }]): NamedSize => [name, byteLength]);
      const answer = ask({ kind: 'task', payload: others, files: sizes });
      for (const [, bytes] of files) pipe.write(bytes);
      const message = await answer;
      if (message.kind !== 'done') throw new WorkerDied(`the worker answered ${message.kind}`);
      return message.reply;
    },
    /** Asks it to end its task at the next stage. */
    stop: () => void child.send({ kind: 'stop' } satisfies ToWorker, () => {}),
    /** Kills the process in any state. Resolves when it is gone. */
    kill,
  };
}

function withoutFiles(payload: object) {
  const isFile = (member: [string, unknown]): member is [string, Uint8Array] =>
    member[1] instanceof Uint8Array;
  const members = Object.entries(payload);
  const others = Object.fromEntries(members.filter((member) => !isFile(member)));
  return { others, files: members.filter(isFile) };
}

/** The end of its error output. */
function listenTo({ stderr }: ChildProcess): () => string {
  let said = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  return () => said.trim();
}
