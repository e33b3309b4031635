/** Sets the tags of a template: the whole set is replaced. */
import { InvalidArgument, NotFound } from '../errors.ts';
import { bcidOf, type Context, type OperationParts } from './context.ts';
import type { JobResult } from './job.ts';

export interface SetTemplateTagsRequest {
  readonly classId: bigint;
  readonly tags: readonly string[];
}

const MOST_TAGS = 64;
const TAG = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]{1,64}$/u;

/** @throws InvalidArgument naming the tag; NotFound no template */
export async function setTemplateTags(
  parts: Pick<OperationParts, 'templates'>,
  context: Context,
  request: SetTemplateTagsRequest,
): Promise<JobResult> {
  const tags = checkTags(request.tags);
  if (!(await parts.templates.setTags(bcidOf(context.client, request.classId), tags)))
    throw new NotFound(`No biometric face template exists for class ${request.classId}.`);
  return { status: 'SUCCEEDED', errors: [], decision: 'tags set' };
}

/**
 * The tags sorted and each once: at most 64 of 1 to 64 printable characters.
 * @throws InvalidArgument
 */
export function checkTags(tags: readonly string[]): readonly string[] {
  const wrong = tags.findIndex((tag) => !TAG.test(tag));
  if (wrong >= 0)
    throw new InvalidArgument(`tags[${wrong}]: expected 1 to 64 printable characters`);
  const unique = [...new Set(tags)].sort();
  if (unique.length > MOST_TAGS)
    throw new InvalidArgument(
      `tags: at most ${MOST_TAGS} are allowed, ${unique.length} were given`,
    );
  return unique;
}
