/** Sets the tags of a template: the whole set is replaced. */

import { NotFound } from '../../errors.ts';
import { checkTags } from '../../templates/check-change.ts';
import { bcidOf, type Context, type OperationParts } from '../context.ts';
import type { JobResult } from '../job.ts';

/** @throws InvalidArgument naming the tag; NotFound no template */
export async function setTemplateTags(
  parts: Pick<OperationParts, 'templates'>,
  context: Context,
  { classId, ...request }: { readonly classId: bigint; readonly tags: readonly string[] },
): Promise<JobResult> {
  const tags = checkTags(request.tags);
  if (!(await parts.templates.setTags(bcidOf(context.client, classId), tags)))
    throw new NotFound(`No biometric face template exists for class ${classId}.`);
  return { status: 'SUCCEEDED', errors: [], decision: 'tags set' };
}
