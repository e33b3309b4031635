/** The worker's side of a worker process: opens what it needs, then performs tasks. */
import { readSync } from 'node:fs';
import { Cancelled, InvalidImage, toServiceError } from '../../errors.ts';
import { FILES, type FromWorker, type ToWorker, type WorkerReply } from './messages.ts';

/** Performs a task. @param checkpoint call it between stages; it throws when no caller waits */
export type Perform<P, R> = (payload: P, checkpoint: () => void) => Promise<R>;

/** Milliseconds between two checks of its memory. */
const LOOK_EVERY = 50;

/** Answers the tasks of the parent process for as long as the parent lives. */
export function answerTasks<D, P, R>(open: (data: D) => Promise<Perform<P, R>>): void {
  const say = (message: FromWorker) => process.send?.(message);
  let perform: Perform<P, R>;
  let requireMemory = () => {};
  let stopped = false;
  const checkpoint = () => {
    if (stopped) throw new Cancelled();
  };
  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'stop') {
      stopped = true;
    } else if (message.kind === 'open') {
      requireMemory = limitMemory(message.mostMemory);
      try {
        perform = await open(message.data as D);
        say({ kind: 'ready' });
      } catch (error) {
        say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    } else {
      stopped = false;
      const files = message.files.map(([name, size]) => [name, readFile(size)]);
      const payload = { ...message.payload, ...Object.fromEntries(files) };
      const work = perform(payload as P, checkpoint);
      const reply = await work.then((value) => ({ ok: true, value }) as const, asReply);
      // Before the next task is sent, which would be blamed for it.
      requireMemory();
      say({ kind: 'done', reply });
    }
  });
  // On these signals the parent finishes its calls and then ends its workers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
}

/** Waits for it, as there is nothing else to do. */
function readFile(size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size; ) {
    const read = readSync(FILES, bytes, at, size - at, null);
    if (read === 0) process.exit();
    at += read;
  }
  return bytes;
}

/** Ends the process once it takes more. The returned function looks at once. */
function limitMemory(most: number): () => void {
  const look = () => {
    if (process.memoryUsage.rss() > most) process.exit(1);
  };
  setInterval(look, LOOK_EVERY);
  return look;
}

function asReply(thrown: unknown): WorkerReply<never> {
  const error = toServiceError(thrown);
  const cause = error.cause instanceof Error ? error.cause.stack : undefined;
  const detail = error.detail ?? cause;
  return {
    ok: false,
    name: error.code,
    message: error instanceof InvalidImage ? error.reason : error.message,
    ...(detail === undefined ? {} : { detail }),
  };
}
