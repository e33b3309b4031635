/** Calls with a callback: answered with a task id at once, and their result is sent. */
import { randomUUID } from 'node:crypto';
import type { CallbackState, FastifyRequest, Outcome, Service } from 'prosopon/extensions';

const STATUS: Readonly<Record<CallbackState, string>> = {
  running: 'PENDING',
  owed: 'RESPONSE_SCHEDULED',
  retried: 'RESPONSE_RETRY',
  failed: 'RESPONSE_ERROR',
  taken: 'COMPLETED',
};

export type Tasks = ReturnType<typeof createTasks>;

export function createTasks({ callbacks, refusal }: Service) {
  const stateOf = async (request: FastifyRequest, taskId: string) => {
    const state = await callbacks.state(request, taskId);
    if (state === undefined) throw refusal('NotFound', 'Unknown task.');
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
      work: (signal: AbortSignal) => Promise<unknown>,
    ): Promise<{ readonly taskId: string }> {
      callbacks.check(callback, 'callback');
      const taskId = randomUUID();
      const url = new URL(callback);
      url.searchParams.set('transactionId', transactionId);
      url.searchParams.set('taskId', taskId);
      await callbacks.begin(request, { id: taskId, url: url.href, messageOf }, work);
      return { taskId };
    },

    /** @throws NotFound */
    status: async (request: FastifyRequest, taskId: string) =>
      STATUS[await stateOf(request, taskId)],

    /** @throws NotFound; Aborted it has been taken */
    async redeliver(request: FastifyRequest, taskId: string): Promise<void> {
      if ((await stateOf(request, taskId)) === 'taken')
        throw refusal('Aborted', 'The result was delivered, and has been erased.');
      await callbacks.redeliver(taskId);
    },
  };
}

/** An error, or what a call without callback is answered. */
function messageOf(outcome: Outcome) {
  if ('answer' in outcome)
    return { contentType: 'application/json', body: JSON.stringify(outcome.answer ?? 'OK') };
  const { grpcCode: code, message } = outcome.error;
  return { contentType: 'application/error+json', body: JSON.stringify({ code, message }) };
}
