/** Calls with a callback: answered with a task id at once, and their result is posted. */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest, Outcome, Service } from 'prosopon/extensions';

interface Task {
  readonly clientId: string;
  readonly url: string;
  readonly begun: number;
  status: 'PENDING' | 'RESPONSE_SCHEDULED' | 'RESPONSE_RETRY' | 'RESPONSE_ERROR' | 'COMPLETED';
  /** From the result until it is delivered. */
  message?: { readonly contentType: string; readonly body: string };
}

/** Milliseconds before each further attempt. After the last, it is posted on request only. */
const DELAYS = [5_000, 60_000, 600_000];
/** Tasks of a client whose result is not delivered yet, and all that are remembered, for a day. */
const [MOST_OPEN, MOST_KEPT] = [200, 500];
const KEPT_MS = 86_400_000;
const OPEN: readonly Task['status'][] = ['PENDING', 'RESPONSE_SCHEDULED', 'RESPONSE_RETRY'];

export type Tasks = ReturnType<typeof createTasks>;

/** In the memory of this process: results are at rest nowhere. */
export function createTasks({ later, refusal }: Service) {
  const tasks = new Map<string, Task>();

  /** Makes room for one more. @throws ServiceError there is none */
  const admit = (clientId: string) => {
    for (const [id, { begun }] of tasks) if (begun < Date.now() - KEPT_MS) tasks.delete(id);
    const own = [...tasks].filter(([, task]) => task.clientId === clientId);
    const ended = own.filter(([, { status }]) => !OPEN.includes(status));
    if (own.length - ended.length >= MOST_OPEN)
      throw refusal('ResourceExhausted', `${MOST_OPEN} tasks of this client are open: wait.`);
    if (own.length >= MOST_KEPT) tasks.delete(ended[0]![0]);
  };

  const deliver = async (id: string, task: Task, attempt: number): Promise<void> => {
    const outcome = await later.post({ id, url: task.url, ...task.message! });
    const delay = task.status === 'RESPONSE_RETRY' ? undefined : DELAYS[attempt];
    if (outcome === 'taken') {
      task.status = 'COMPLETED';
      delete task.message;
    } else if (outcome === 'failed' && delay !== undefined)
      setTimeout(() => void deliver(id, task, attempt + 1), delay).unref();
    else task.status = 'RESPONSE_ERROR';
  };

  const find = (request: FastifyRequest, taskId: string): Task => {
    const task = tasks.get(taskId);
    if (task?.clientId !== later.clientOf(request)) throw refusal('NotFound', 'Unknown task.');
    return task;
  };

  return {
    /**
     * @param work answers what is posted; undefined: OK
     * @throws MemberRefused the callback must not be called; ResourceExhausted
     */
    begin(
      request: FastifyRequest,
      { callback, transactionId }: { readonly callback: string; readonly transactionId: string },
      work: (signal: AbortSignal) => Promise<unknown>,
    ): { readonly taskId: string } {
      later.check(callback, 'callback');
      const clientId = later.clientOf(request);
      admit(clientId);
      const taskId = randomUUID();
      const url = new URL(callback);
      url.searchParams.set('transactionId', transactionId);
      url.searchParams.set('taskId', taskId);
      const task: Task = { clientId, url: url.href, begun: Date.now(), status: 'PENDING' };
      tasks.set(taskId, task);
      void later.run(request, work).then((outcome) => {
        task.message = messageOf(outcome);
        task.status = 'RESPONSE_SCHEDULED';
        return deliver(taskId, task, 0);
      });
      return { taskId };
    },

    /** @throws ServiceError there is no such task */
    status: (request: FastifyRequest, taskId: string) => find(request, taskId).status,

    /** Posts once more what failed. @throws ServiceError no such task, or it was delivered */
    redeliver(request: FastifyRequest, taskId: string): void {
      const task = find(request, taskId);
      if (task.status === 'COMPLETED')
        throw refusal('Aborted', 'The result was delivered, and has been erased.');
      if (task.status !== 'RESPONSE_ERROR') return;
      task.status = 'RESPONSE_RETRY';
      void deliver(taskId, task, 0);
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
