/** Events of operations: ids alone; the client that asked also learns of its job. */
import type { Bcid } from '../bcid.ts';
import type { EventType, WebhookEvent } from '../webhooks/event.ts';
import type { Context } from './context.ts';

type Origin = Pick<Context, 'client' | 'jobId' | 'referenceNumber' | 'transactionId'>;

/** For all clients that share the templates. Class ids are text: a number may not hold them. */
export function classEvent(
  type: EventType,
  { storage, partition, classId }: Bcid,
  origin: Origin | undefined,
  more: object = {},
): WebhookEvent {
  return {
    type,
    audience: { storage, partition },
    data: { classId: classId.toString(), ...more },
    ...(origin && {
      origin: {
        clientId: origin.client.id,
        jobId: origin.jobId,
        referenceNumber: origin.referenceNumber,
        transactionId: origin.transactionId,
      },
    }),
  };
}
