/** Calls with a callback: answered at once, while their result is sent later. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { abortAfter } from '../../async.ts';
import { Internal, Unavailable } from '../../errors.ts';
import type { CallbackTasks, Outcome } from '../../extensions.ts';
import { type Callbacks, RESULT_WITHIN } from '../../webhooks/callbacks.ts';
import { asServiceError } from '../http/plugins/errors.ts';

/** Milliseconds that a call may take: its result is in time then. */
const CALL_WITHIN = RESULT_WITHIN - 60_000;

/** @param app whose end ends what is running: it is reported as not ended */
export function createCallbackTasks(app: FastifyInstance, callbacks: Callbacks): CallbackTasks {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    closing.abort();
    await Promise.all(running);
  });
  const clientOf = ({ job }: FastifyRequest): string => {
    if (job === null) throw new Internal('a task without a caller');
    return job.client.id;
  };

  return {
    check: (url, member) => callbacks.check(url, member),

    async begin(request, { id, url, messageOf }, work) {
      const message = (outcome: Outcome) => ({ url, ...messageOf(outcome) });
      await callbacks.open(id, clientOf(request), message({ error: unended() }));
      const limit = abortAfter(CALL_WITHIN);
      const signal = AbortSignal.any([closing.signal, limit.signal]);
      // The body is in memory until the work ends, not until the answer is out.
      const { held } = request;
      request.held = null;
      const task = work(signal)
        .then((answer): Outcome => ({ answer }))
        .catch((thrown: unknown): Outcome => {
          const error = signal.aborted ? unended() : asServiceError(thrown);
          if (error.code === 'Internal')
            request.log.error({ err: thrown, taskId: id }, 'a task failed');
          return { error };
        })
        .then((outcome) => callbacks.settle(id, message(outcome)))
        .then(() => callbacks.look())
        .catch((err: unknown) => request.log.error({ err, taskId: id }, 'a task was not settled'))
        .finally(() => {
          limit[Symbol.dispose]();
          held?.release();
          running.delete(task);
        });
      running.add(task);
    },

    state: (request, id) => callbacks.state(id, clientOf(request)),

    async redeliver(id) {
      await callbacks.redeliver(id);
      await callbacks.look();
    },
  };
}

const unended = () =>
  new Unavailable('The task did not end: read what it was about, then call again.', 1);
