/** Deletes a template: nothing of it remains, whether it could still be opened or not. */
import { classScope } from '../access/replay.ts';
import type { Bcid } from '../bcid.ts';
import { NotFound } from '../errors.ts';
import { auditOrigin, bcidOf, type Context, type OperationParts } from './context.ts';
import type { JobResult } from './job.ts';

export interface DeleteTemplateRequest {
  readonly classId: bigint;
}

/**
 * Erases the template of the class and how pictures of its person looked.
 * @returns false: there was no template
 */
export async function eraseFace(
  { templates, replay }: Pick<OperationParts, 'templates' | 'replay'>,
  bcid: Bcid,
): Promise<boolean> {
  const erased = await templates.delete(bcid);
  await replay.forget(classScope(bcid));
  return erased;
}

/** @throws NotFound no template */
export async function deleteTemplate(
  parts: Pick<OperationParts, 'templates' | 'audit' | 'replay'>,
  context: Context,
  request: DeleteTemplateRequest,
): Promise<JobResult> {
  const bcid = bcidOf(context.client, request.classId);
  if (!(await eraseFace(parts, bcid)))
    throw new NotFound(`No biometric face template exists for class ${request.classId}.`);
  const { storage, partition } = context.client;
  const details = { storage, partition, classId: request.classId };
  await parts.audit.append({ event: 'erasure', ...auditOrigin(context), details });
  return { status: 'SUCCEEDED', errors: [], decision: 'deleted' };
}
