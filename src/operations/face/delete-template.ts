/** Deletes a template without a trace, even if it could not be opened. */
import type { Bcid } from '../../bcid.ts';
import type { ErasureOptions } from '../../templates/store.ts';
import { auditOrigin, bcidOf, type Context, type OperationParts } from '../context.ts';
import type { JobResult } from '../job.ts';
import { classEvent } from '../webhook-events.ts';
import { missingTemplate } from './template-status.ts';

interface ErasureOfFace extends Pick<ErasureOptions, 'step'> {
  /** The call that erases it, if any. */
  readonly context?: Context;
}

/** Erases the template of a class. @returns false: there was no template */
export async function eraseFace(
  { templates, outbox }: Pick<OperationParts, 'templates' | 'outbox'>,
  bcid: Bcid,
  { context, step }: ErasureOfFace = {},
): Promise<Date | undefined> {
  const enqueue = outbox.enqueueWith(classEvent('face.deleted', bcid, context));
  return templates.delete(bcid, { step, whenErased: enqueue });
}

/** @throws NotFound no template */
export async function deleteTemplate(
  parts: Pick<OperationParts, 'templates' | 'audit' | 'outbox'>,
  context: Context,
  { classId }: { readonly classId: bigint },
): Promise<JobResult> {
  const bcid = bcidOf(context.client, classId);
  const erased = await eraseFace(parts, bcid, { context });
  if (erased === undefined) throw missingTemplate(classId);
  const { storage, partition } = context.client;
  const details = { storage, partition, classId, erased };
  await parts.audit.append({ event: 'erasure', ...auditOrigin(context), details });
  return { status: 'SUCCEEDED', errors: [], decision: 'deleted' };
}
