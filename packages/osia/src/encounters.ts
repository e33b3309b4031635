/** Encounters. Each person has one: the template of a class, and two of its tags. */
import { randomUUID } from 'node:crypto';
import type { JobResult, Operations, Service, ServiceError } from 'prosopon/extensions';
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
  service: Service,
  operations: Operations,
  { encounter, classId, clientId, encounterId: given }: NewEncounter,
): Promise<OsiaResult> {
  const encounterId = given ?? randomUUID();
  refuseWhatIsNotKept(service, encounter, clientId);
  requirePlain(service, encounterId, 'encounterId');
  requirePlain(service, encounter.encounterType, 'encounterType');
  const images = faceImages(service, encounter.biometricData, 'biometricData');
  const asNew = [ID_TAG + encounterId, TYPE_TAG + encounter.encounterType];
  const result = await operations.enroll({ classId, images, asNew }).catch((error: unknown) => {
    if (given !== undefined || (error as ServiceError).code !== 'Aborted') throw error;
    throw service.refusal('PermissionDenied', ONE_ENCOUNTER);
  });
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
  readonly clientId: string;
  /** Absent: a new one. */
  readonly encounterId?: string | undefined;
}

function refuseWhatIsNotKept(service: Service, encounter: Encounter, clientId: string): void {
  if (encounter.status !== 'ACTIVE') throw notServed(service, `status ${encounter.status}`);
  const other = encounter.galleries?.find((gallery) => gallery !== clientId);
  if (other !== undefined) throw notServed(service, `galleries: "${other}" is not "${clientId}"`);
  const { clientData, contextualData = {}, biographicData = {} } = encounter;
  if (clientData != null) throw notServed(service, 'clientData');
  if (Object.keys({ ...contextualData, ...biographicData }).length > 0)
    throw notServed(service, 'contextualData and biographicData: data about people is not kept');
}

function requirePlain({ refusal }: Service, text: string, name: string): void {
  if (!PLAIN_TEXT.test(text))
    throw refusal('InvalidArgument', `${name}: expected 1 to 48 letters, digits, and . _ : -`);
}

interface KnownEncounter {
  readonly classId: bigint;
  readonly clientId: string;
  /** Absent: all of the person. */
  readonly encounterId?: string | undefined;
}

/** @throws NotFound */
export async function readEncounter(
  { refusal }: Service,
  operations: Operations,
  { classId, clientId, encounterId }: KnownEncounter,
): Promise<OsiaResult> {
  const result = await operations.templateStatus({ classId, downloadThumbnails: false });
  const { available, tags, featureVectors } = result.template;
  if (!available)
    throw refusal('NotFound', `No biometric face template exists for class ${classId}.`);
  const id = tagged(tags, ID_TAG) ?? USUAL_ID;
  if (encounterId !== undefined && encounterId !== id)
    throw refusal('NotFound', 'Unknown encounter.');
  const biometric = { biometricType: 'FACE', encounterId: id };
  const encounter = {
    encounterId: id,
    status: 'ACTIVE',
    encounterType: tagged(tags, TYPE_TAG) ?? USUAL_TYPE,
    galleries: [clientId],
    biometricData: Array.from({ length: featureVectors }, () => biometric),
  };
  return { ...result, answer: encounterId === undefined ? [encounter] : encounter };
}

const tagged = (tags: readonly string[], prefix: string): string | undefined =>
  tags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);

/** Erases the person with the last encounter. @throws NotFound */
export async function deleteEncounter(
  service: Service,
  operations: Operations,
  known: KnownEncounter,
): Promise<OsiaResult> {
  const { classId, encounterId } = known;
  if (encounterId !== undefined) await readEncounter(service, operations, known);
  return { ...(await operations.deleteTemplate({ classId })), answer: undefined };
}
