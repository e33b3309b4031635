/** The other side of a worker process: opens what it needs, then works on task after task. */
import { Cancelled, InvalidImage, toServiceError } from '../../errors.ts';
import type { FromWorker, ToWorker, WorkerReply } from './worker-process.ts';

/** Works on one task. @param checkpoint to be called between stages; throws when nobody waits */
export type Perform<P, R> = (payload: P, checkpoint: () => void) => Promise<R>;

/** Milliseconds between two checks of how much memory it takes. */
const LOOK_EVERY = 50;

/** Answers the tasks of the parent process for as long as that lives. */
export function answerTasks<D, P, R>(open: (data: D) => Promise<Perform<P, R>>): void {
  const say = (message: FromWorker) => process.send?.(message);
  let perform: Perform<P, R>;
  let stopped = false;
  const checkpoint = () => {
    if (stopped) throw new Cancelled();
  };
  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'stop') {
      stopped = true;
    } else if (message.kind === 'open') {
      limitMemory(message.mostMemory);
      try {
        perform = await open(message.data as D);
        say({ kind: 'ready' });
      } catch (error) {
        say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    } else {
      stopped = false;
      const work = perform(message.payload as P, checkpoint);
      say({ kind: 'done', reply: await work.then((value) => ({ ok: true, value }), asReply) });
    }
  });
  // The parent finishes its calls when it is told to end, and ends its workers then.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
}

function limitMemory(most: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > most) process.exit(1);
  }, LOOK_EVERY);
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
