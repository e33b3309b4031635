/** What outlives the answer to a call of an extension: its work, and messages that it posts. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { abortAfter } from '../../async.ts';
import { MINUTE_MS } from '../../durations.ts';
import { Internal, Unavailable } from '../../errors.ts';
import type { Later, Outcome } from '../../extensions.ts';
import type { ExtensionParts } from '../http/parts.ts';
import { asServiceError } from '../http/plugins/errors.ts';

const LONGEST_WORK_MS = 10 * MINUTE_MS;

/** @param app whose end ends what is running */
export function createLater(
  app: FastifyInstance,
  { destinations, sender }: Pick<ExtensionParts, 'destinations' | 'sender'>,
): Later {
  const closing = new AbortController();
  const running = new Set<Promise<Outcome>>();
  app.addHook('onClose', async () => {
    closing.abort();
    await Promise.all(running);
  });

  const perform = async (
    request: FastifyRequest,
    work: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<Outcome> => {
    // The body is in memory until the work ends, not until the answer is out.
    const { held } = request;
    request.held = null;
    using limit = abortAfter(LONGEST_WORK_MS);
    const signal = AbortSignal.any([closing.signal, limit.signal]);
    try {
      return { answer: await work(signal) };
    } catch (thrown) {
      const error = signal.aborted ? new Unavailable('The call did not end.') : thrown;
      const known = asServiceError(error);
      if (known.code === 'Internal') request.log.error({ err: thrown }, 'a task failed');
      return { error: known };
    } finally {
      held?.release();
    }
  };

  return {
    check: destinations.check,
    run(request, work) {
      const task = perform(request, work).finally(() => running.delete(task));
      running.add(task);
      return task;
    },
    post: async ({ url, ...message }) =>
      (await sender.send({ url, secrets: [] }, message, closing.signal)).outcome,
    clientOf({ job }) {
      if (job === null) throw new Internal('a task without a caller');
      return job.client.id;
    },
  };
}
