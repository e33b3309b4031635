/** Calls with a callback: they are answered with a task id at once, and what becomes of them is sent. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { abortAfter } from '../../async.ts';
import { Aborted, Internal, NotFound, ServiceError, Unavailable } from '../../errors.ts';
import type { Context } from '../../operations/context.ts';
import {
  type CallbackMessage,
  type CallbackState,
  type Callbacks,
  RESULT_WITHIN,
} from '../../webhooks/callbacks.ts';
import { asServiceError } from '../http/plugins/errors.ts';
import { beginJob } from '../http/plugins/job-context.ts';

/** Milliseconds that a call may take: its result is in time then. */
const CALL_WITHIN = RESULT_WITHIN - 60_000;

const STATUS: Readonly<Record<CallbackState, string>> = {
  running: 'PENDING',
  owed: 'RESPONSE_SCHEDULED',
  retried: 'RESPONSE_RETRY',
  failed: 'RESPONSE_ERROR',
  taken: 'COMPLETED',
};

export type Tasks = ReturnType<typeof createTasks>;

/** @param app whose end ends what is running: it is told that it did not end */
export function createTasks(app: FastifyInstance, callbacks: Callbacks) {
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
  const stateOf = async (request: FastifyRequest, taskId: string) => {
    const state = await callbacks.state(taskId, clientOf(request));
    if (state === undefined) throw new NotFound('Unknown task.');
    return state;
  };

  return {
    /**
     * @param work answers what is sent; undefined: OK
     * @throws MemberRefused the callback must not be called; ResourceExhausted
     */
    async begin(
      request: FastifyRequest,
      { callback, transactionId }: { readonly callback: string; readonly transactionId: string },
      work: (context: Context) => Promise<unknown>,
    ): Promise<{ readonly taskId: string }> {
      callbacks.check(callback, 'callback');
      const taskId = randomUUID();
      const url = new URL(callback);
      url.searchParams.set('transactionId', transactionId);
      url.searchParams.set('taskId', taskId);
      const failed = messageOf(url.href, unended());
      await callbacks.open(taskId, clientOf(request), failed);
      const limit = abortAfter(CALL_WITHIN);
      const signal = AbortSignal.any([closing.signal, limit.signal]);
      const context = { ...beginJob(request), signal };
      // The body is in memory until the work ends, not until the answer is out.
      const { held } = request;
      request.held = null;
      const task = work(context)
        .catch((thrown: unknown) => {
          const error = signal.aborted ? unended() : asServiceError(thrown);
          if (error.code === 'Internal')
            request.log.error({ err: thrown, taskId }, 'a task failed');
          return error;
        })
        .then((answer) => callbacks.settle(taskId, messageOf(url.href, answer)))
        .then(() => callbacks.look())
        .catch((err: unknown) => request.log.error({ err, taskId }, 'a task was not settled'))
        .finally(() => {
          limit[Symbol.dispose]();
          held?.release();
          running.delete(task);
        });
      running.add(task);
      return { taskId };
    },

    /** @throws NotFound */
    status: async (request: FastifyRequest, taskId: string) =>
      STATUS[await stateOf(request, taskId)],

    /** @throws NotFound; Aborted it has been taken */
    async redeliver(request: FastifyRequest, taskId: string): Promise<void> {
      if ((await stateOf(request, taskId)) === 'taken')
        throw new Aborted('The result was delivered, and has been erased.');
      await callbacks.redeliver(taskId);
      await callbacks.look();
    },
  };
}

const unended = () =>
  new Unavailable('The task did not end: read what it was about, then call again.', 1);

/** @param answer an error, or what a call without callback is answered */
function messageOf(url: string, answer: unknown): CallbackMessage {
  if (answer instanceof ServiceError) {
    const { grpcCode: code, message } = answer;
    return { url, contentType: 'application/error+json', body: JSON.stringify({ code, message }) };
  }
  return { url, contentType: 'application/json', body: JSON.stringify(answer ?? 'OK') };
}
