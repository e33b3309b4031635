/** Limits refused comparisons with a class, so that strangers cannot try again and again. */
import type { Bcid } from '../bcid.ts';
import { ResourceExhausted } from '../errors.ts';
import type { EnqueueEvents } from '../webhooks/outbox.ts';
import { auditOrigin, type Context, type OperationParts } from './context.ts';
import { classEvent } from './webhook-events.ts';

type Parts = Pick<OperationParts, 'refusedComparisons' | 'audit' | 'outbox'>;

/** Seconds until the client may compare with the class; 0: now. */
export async function waitToCompare(
  { refusedComparisons }: Pick<Parts, 'refusedComparisons'>,
  { client }: Context,
  bcid: Bcid,
): Promise<number> {
  const { failedVerifications: limit } = client.settings;
  return limit === 0 ? 0 : refusedComparisons.wait(bcid, limit);
}

/** @throws ResourceExhausted the class has reached its hourly limit of refused comparisons */
export async function requireComparable(
  parts: Pick<Parts, 'refusedComparisons'>,
  context: Context,
  bcid: Bcid,
): Promise<void> {
  refuseFor(context, await waitToCompare(parts, context, bcid));
}

/**
 * Call after the comparison, before its result is disclosed. An acceptance does not lower the
 * count. If others have reached the limit meanwhile, neither result may be disclosed. Many calls at
 * once therefore learn no more than the limit allows.
 * @param refusals refused comparisons of this call that its answer would disclose
 * @returns seconds to wait; 0: the result may be disclosed
 */
export async function countComparison(
  parts: Parts,
  context: Context,
  bcid: Bcid,
  refusals: number,
): Promise<number> {
  const { client } = context;
  const { failedVerifications: limit } = client.settings;
  if (limit === 0) return 0;
  if (refusals === 0) return waitToCompare(parts, context, bcid);
  const whenReached = tellReached(parts, context, bcid);
  const counted = await parts.refusedComparisons.count(bcid, limit, refusals, whenReached);
  const { wait, reached } = counted;
  await parts.refusedComparisons.forgetErased(bcid, [bcid.classId]);
  if (reached) await auditReached(parts, context, bcid.classId);
  return wait;
}

/** Event for webhooks when a class reaches its limit. */
export const tellReached = (
  { outbox }: Pick<Parts, 'outbox'>,
  context: Context,
  bcid: Bcid,
): EnqueueEvents => {
  const { failedVerifications: limit } = context.client.settings;
  const event = classEvent('comparisons.limited', bcid, context);
  // Others that share the templates have limits of their own.
  return outbox.enqueueWith({ ...event, origin: { ...event.origin!, limit } });
};

export function auditReached(
  { audit }: Pick<Parts, 'audit'>,
  context: Context,
  classId: bigint,
): Promise<void> {
  const { failedVerifications: limit } = context.client.settings;
  const details = { change: 'reached', classId, limit };
  return audit.append({ event: 'comparison-limit', ...auditOrigin(context), details });
}

/** @throws ResourceExhausted if there are seconds to wait */
export function refuseFor({ client }: Context, seconds: number): void {
  if (seconds > 0)
    throw new ResourceExhausted(
      `Too many comparisons with this class were refused: ${client.settings.failedVerifications} an hour ` +
        `(setting failedVerifications); wait ${seconds} seconds.`,
      seconds,
    );
}
