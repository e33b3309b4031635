/** Replaces all tags of a template. */

import { checkTags } from '../../templates/check-change.ts';
import { bcidOf, type Context, type OperationParts } from '../context.ts';
import type { JobResult } from '../job.ts';
import { missingTemplate } from './template-status.ts';

/** @throws InvalidArgument naming the tag; NotFound no template */
export async function setTemplateTags(
  parts: Pick<OperationParts, 'templates'>,
  context: Context,
  { classId, ...request }: { readonly classId: bigint; readonly tags: readonly string[] },
): Promise<JobResult> {
  const tags = checkTags(request.tags);
  if (!(await parts.templates.setTags(bcidOf(context.client, classId), tags)))
    throw missingTemplate(classId);
  return { status: 'SUCCEEDED', errors: [], decision: 'tags set' };
}
