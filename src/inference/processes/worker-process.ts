/** A process that performs a task at a time, and knows nothing of the service but its task. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '../../durations.ts';
import { ModelError } from '../models/model-error.ts';
import { confined } from './confinement.ts';

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

/** A worker's answer. Errors travel as data, because classes do not survive the transfer. */
export type WorkerReply<R> =
  | { readonly ok: true; readonly value: R }
  | {
      readonly ok: false;
      readonly name: string;
      readonly message: string;
      readonly detail?: string;
    };

export type ToWorker =
  | { readonly kind: 'open'; readonly data: unknown; readonly mostMemory: number }
  | { readonly kind: 'task'; readonly payload: unknown }
  /** The caller has gone. */
  | { readonly kind: 'stop' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly reply: WorkerReply<unknown> };

/** The process ended during a task: by itself, by a signal, or at its memory limit. */
export class WorkerDied extends Error {}

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
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const said = listenTo(child);
  let alive = true;
  let waiting: { resolve(message: FromWorker): void; reject(error: Error): void } | undefined;
  const gone = new Promise<void>((resolve) => {
    const end = (how: string) => {
      alive = false;
      waiting?.reject(new WorkerDied(`the worker ended with ${how}`));
      resolve();
    };
    child.once('exit', (code, signal) => end(`${signal ?? code}`));
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
    async run(payload: unknown) {
      const message = await ask({ kind: 'task', payload });
      if (message.kind !== 'done') throw new WorkerDied(`the worker answered ${message.kind}`);
      return message.reply;
    },
    /** Asks it to end its task at the next stage. */
    stop: () => void child.send({ kind: 'stop' } satisfies ToWorker, () => {}),
    /** Kills the process in any state. Resolves when it is gone. */
    kill,
  };
}

/** The end of its error output. */
function listenTo({ stderr }: ChildProcess): () => string {
  let said = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  return () => said.trim();
}
