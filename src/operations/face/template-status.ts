/** Template status: whether and since when there is a template, and its contents. */
import type { Bcid } from '../../bcid.ts';
import { NotFound, noneIf } from '../../errors.ts';
import type { TemplateStore } from '../../templates/store.ts';
import { type Consent, TemplateCorrupted, type Thumbnail } from '../../templates/template.ts';
import { bcidOf, type Context, type OperationParts } from '../context.ts';
import type { JobResult } from '../job.ts';
import { mayHave, requireMayHave } from '../permit.ts';

export interface TemplateStatus {
  readonly classId: bigint;
  readonly available: boolean;
  readonly enrolled: Date | undefined;
  readonly tags: readonly string[];
  readonly consent: Consent | undefined;
  readonly encoderVersion: number;
  readonly featureVectors: number;
  readonly thumbnailsStored: number;
  readonly thumbnails: readonly Pick<Thumbnail, 'enrolled' | 'png'>[];
}

/** The error for a class without a template. */
export const missingTemplate = (classId: bigint) =>
  new NotFound(`No biometric face template exists for class ${classId}.`);

/** Status of the class. With a task token it lacks tags and consent. @throws PermissionDenied */
export async function templateStatus(
  parts: Pick<OperationParts, 'templates'>,
  context: Context,
  {
    classId,
    downloadThumbnails,
  }: { readonly classId: bigint; readonly downloadThumbnails: boolean },
): Promise<JobResult & { readonly template: TemplateStatus }> {
  if (downloadThumbnails)
    requireMayHave(context, 'thumbnails', 'A task token gives no access to thumbnails.');
  const bcid = bcidOf(context.client, classId);
  const found = await readStatus(parts.templates, bcid, downloadThumbnails);
  const template = statusFor(context, found);
  return {
    status: 'SUCCEEDED',
    errors: [],
    decision: template.available ? 'available' : 'not available',
    template,
  };
}

/** What the caller may have of the status. */
export const statusFor = (context: Context, status: TemplateStatus): TemplateStatus =>
  mayHave(context, 'tags-and-consent') ? status : { ...status, tags: [], consent: undefined };

/** The current status. Without a template, all but the class is empty. */
export async function readStatus(
  templates: TemplateStore,
  bcid: Bcid,
  withThumbnails = false,
): Promise<TemplateStatus> {
  const summary = await templates.summary(bcid);
  if (summary === undefined) return noTemplate(bcid.classId);
  return {
    classId: bcid.classId,
    available: true,
    ...summary,
    thumbnails: withThumbnails ? await templates.thumbnails(bcid) : [],
  };
}

/** With thumbnails. A damaged template counts as none, so that it can be replaced or erased. */
export const usableStatus = async (templates: TemplateStore, bcid: Bcid): Promise<TemplateStatus> =>
  (await readStatus(templates, bcid, true).catch(noneIf(TemplateCorrupted))) ??
  noTemplate(bcid.classId);

/** The status of a class without template. */
export function noTemplate(classId: bigint): TemplateStatus {
  return {
    classId,
    available: false,
    enrolled: undefined,
    tags: [],
    consent: undefined,
    encoderVersion: 0,
    featureVectors: 0,
    thumbnailsStored: 0,
    thumbnails: [],
  };
}
