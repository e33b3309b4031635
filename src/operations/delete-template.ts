/** Deletes a template: nothing of it remains, whether it could still be opened or not. */
import { NotFound } from '../errors.ts';
import { auditOrigin, bcidOf, type Context, type OperationParts } from './context.ts';
import type { JobResult } from './job.ts';

export interface DeleteTemplateRequest {
  readonly classId: bigint;
}

/** @throws NotFound no template */
export async function deleteTemplate(
  parts: Pick<OperationParts, 'templates' | 'audit'>,
  context: Context,
  request: DeleteTemplateRequest,
): Promise<JobResult> {
  if (!(await parts.templates.delete(bcidOf(context.client, request.classId))))
    throw new NotFound(`No biometric face template exists for class ${request.classId}.`);
  const { storage, partition } = context.client;
  const details = { storage, partition, classId: request.classId };
  await parts.audit.append({ event: 'erasure', ...auditOrigin(context), details });
  return { status: 'SUCCEEDED', errors: [], decision: 'deleted' };
}
