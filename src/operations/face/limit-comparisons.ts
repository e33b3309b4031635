/** Nobody may be compared again and again with a class that they are not: refusals are limited. */
import type { Bcid } from '../../bcid.ts';
import { ResourceExhausted } from '../../errors.ts';
import type { Telling } from '../../webhooks/outbox.ts';
import { auditOrigin, type Context, type OperationParts } from '../context.ts';
import { classEvent } from '../told-events.ts';

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

/** @throws ResourceExhausted the class has had as many refused comparisons as it may in an hour */
export async function requireComparable(
  parts: Pick<Parts, 'refusedComparisons'>,
  context: Context,
  bcid: Bcid,
): Promise<void> {
  refuseFor(await waitToCompare(parts, context, bcid));
}

/**
 * To be called when the comparison was made, before anybody is told how it ended. A refused one is
 * counted; an accepted one takes nothing from the count. Where others have reached the limit in the
 * meantime, neither is told: as many calls at once as anybody likes learn no more than the limit.
 * @returns seconds to wait; 0: the end may be told
 */
export async function countComparison(
  parts: Parts,
  context: Context,
  bcid: Bcid,
  accepted: boolean,
): Promise<number> {
  const { client, jobId } = context;
  const { failedVerifications: limit } = client.settings;
  if (limit === 0) return 0;
  if (accepted) return waitToCompare(parts, context, bcid);
  const { wait, reached } = await parts.refusedComparisons.count(
    bcid,
    limit,
    jobId,
    tellReached(parts, context, bcid),
  );
  await parts.refusedComparisons.forgetErased(bcid, [bcid.classId]);
  if (reached) await auditReached(parts, context, bcid.classId);
  return wait;
}

/** What webhooks are told when a class reaches its limit. */
export const tellReached = (
  { outbox }: Pick<Parts, 'outbox'>,
  context: Context,
  bcid: Bcid,
): Telling => {
  const { failedVerifications: limit } = context.client.settings;
  return outbox.telling(classEvent('comparisons.limited', bcid, context, { limit }));
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

/** @throws ResourceExhausted there are seconds to wait */
export function refuseFor(seconds: number): void {
  if (seconds > 0)
    throw new ResourceExhausted(
      `Too many comparisons with this class were refused: wait ${seconds} seconds.`,
      seconds,
    );
}
