/** Encounters. Each person has one: the template of a class, and two of its tags. */
import { randomUUID } from 'node:crypto';
import { Aborted, InvalidArgument, NotFound, PermissionDenied } from '../../errors.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import { deleteTemplate } from '../../operations/face/delete-template.ts';
import { enroll } from '../../operations/face/enroll.ts';
import { missingTemplate, templateStatus } from '../../operations/face/template-status.ts';
import type { JobResult } from '../../operations/job.ts';
import type { Encounter } from './schemas.ts';
import { faceImages, notServed } from './subset.ts';

/** The end of a job, and the response to its caller. Undefined: no body. */
export interface OsiaResult extends JobResult {
  readonly answer: unknown;
}

/** Tags for data that a template has no member for. */
const ID_TAG = 'osia.encounter=';
const TYPE_TAG = 'osia.type=';
/** Defaults for templates that were enrolled by other means. */
const [USUAL_ID, USUAL_TYPE] = ['1', 'UNSPECIFIED'];
const ONE_ENCOUNTER = 'The person has an encounter; another is not served here.';
const PLAIN_TEXT = /^[\w.:-]{1,48}$/;

/**
 * @throws Aborted the person has an encounter; PermissionDenied the same, where the id is new, as
 * OSIA has it; as `enroll`
 */
export async function createEncounter(
  parts: OperationParts,
  context: Context,
  { encounter, classId, encounterId: given }: NewEncounter,
): Promise<OsiaResult> {
  const encounterId = given ?? randomUUID();
  refuseWhatIsNotKept(encounter, context.client.id);
  requirePlain(encounterId, 'encounterId');
  requirePlain(encounter.encounterType, 'encounterType');
  const images = faceImages(encounter.biometricData, 'biometricData');
  const asNew = [ID_TAG + encounterId, TYPE_TAG + encounter.encounterType];
  const result = await enroll(parts, context, { classId, images, asNew }).catch(
    (error: unknown) => {
      if (given !== undefined || !(error instanceof Aborted)) throw error;
      throw new PermissionDenied(ONE_ENCOUNTER);
    },
  );
  const personId = String(classId);
  const skipped = result.errors.map(({ message }) => message);
  return {
    ...result,
    answer: { personId, encounterId, ...(skipped.length > 0 && { others: { skipped } }) },
  };
}

interface NewEncounter {
  readonly encounter: Encounter;
  readonly classId: bigint;
  /** Absent: a new one. */
  readonly encounterId?: string | undefined;
}

function refuseWhatIsNotKept(encounter: Encounter, clientId: string): void {
  if (encounter.status !== 'ACTIVE') throw notServed(`status ${encounter.status}`);
  const other = encounter.galleries?.find((gallery) => gallery !== clientId);
  if (other !== undefined) throw notServed(`galleries: "${other}" is not "${clientId}"`);
  const { clientData, contextualData = {}, biographicData = {} } = encounter;
  if (clientData != null) throw notServed('clientData');
  if (Object.keys({ ...contextualData, ...biographicData }).length > 0)
    throw notServed('contextualData and biographicData: data about people is not kept');
}

function requirePlain(text: string, name: string): void {
  if (!PLAIN_TEXT.test(text))
    throw new InvalidArgument(`${name}: expected 1 to 48 letters, digits, and . _ : -`);
}

/** @param encounterId absent: all encounters of the person. @throws NotFound */
export async function readEncounter(
  parts: OperationParts,
  context: Context,
  classId: bigint,
  encounterId?: string,
): Promise<OsiaResult> {
  const result = await templateStatus(parts, context, { classId, downloadThumbnails: false });
  const { available, tags, featureVectors } = result.template;
  if (!available) throw missingTemplate(classId);
  const id = tagged(tags, ID_TAG) ?? USUAL_ID;
  if (encounterId !== undefined && encounterId !== id) throw unknownEncounter();
  const biometric = { biometricType: 'FACE', encounterId: id };
  const encounter = {
    encounterId: id,
    status: 'ACTIVE',
    encounterType: tagged(tags, TYPE_TAG) ?? USUAL_TYPE,
    galleries: [context.client.id],
    biometricData: Array.from({ length: featureVectors }, () => biometric),
  };
  return { ...result, answer: encounterId === undefined ? [encounter] : encounter };
}

const tagged = (tags: readonly string[], prefix: string): string | undefined =>
  tags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);

const unknownEncounter = () => new NotFound('Unknown encounter.');

/** Erases the person with the last encounter. @param encounterId absent: all. @throws NotFound */
export async function deleteEncounter(
  parts: OperationParts,
  context: Context,
  classId: bigint,
  encounterId?: string,
): Promise<OsiaResult> {
  if (encounterId !== undefined) await readEncounter(parts, context, classId, encounterId);
  return { ...(await deleteTemplate(parts, context, { classId })), answer: undefined };
}
