/** Enrols the photographs of one person one by one, so that each refusal names its file. */
import { InvalidArgument } from '../errors.ts';
import type { EnrollAnswer, Faces } from './faces.ts';

export interface NamedImage {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface RefusedImage {
  readonly file: string;
  readonly errorCode: string;
  readonly message: string;
}

export interface PersonResult {
  readonly classId: bigint;
  readonly performedAction: string;
  readonly enrolledImages: number;
  readonly refused: readonly RefusedImage[];
  /** Enrolled, but unlike the other samples of the class. */
  readonly warnings: readonly { readonly file: string; readonly message: string }[];
}

/** The action that tells most of what was done, first. */
const TELLING = ['NEW_TEMPLATE_CREATED', 'TEMPLATE_UPGRADED', 'TEMPLATE_UPDATED'];

/**
 * @param images read one at a time, so that a large folder need not fit into memory
 * @throws Unavailable, PermissionDenied, … whatever is not the fault of a single image
 */
export async function enrollPerson(
  faces: Pick<Faces, 'enroll'>,
  classId: bigint,
  images: Iterable<NamedImage> | AsyncIterable<NamedImage>,
  consent?: string,
): Promise<PersonResult> {
  const actions = new Set<string>();
  const refused: RefusedImage[] = [];
  const warnings: { file: string; message: string }[] = [];
  let enrolledImages = 0;
  for await (const { file, bytes } of images) {
    const answer = await enrollImage(faces, classId, bytes, consent);
    actions.add(answer.performedAction);
    enrolledImages += answer.enrolledImages;
    for (const { message } of answer.warnings) warnings.push({ file, message });
    for (const { errorCode, message } of answer.errors)
      refused.push({ file, errorCode, message: withoutField(message) });
  }
  const performedAction = TELLING.find((action) => actions.has(action)) ?? 'ENROLLMENT_FAILED';
  return { classId, performedAction, enrolledImages, refused, warnings };
}

/** Bytes that are no image are a refusal among others. */
async function enrollImage(
  faces: Pick<Faces, 'enroll'>,
  classId: bigint,
  bytes: Uint8Array,
  consent: string | undefined,
): Promise<EnrollAnswer> {
  try {
    return await faces.enroll(classId, bytes, consent);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    const errors = [{ errorCode: 'InvalidImage', message: error.message }];
    return { performedAction: 'ENROLLMENT_FAILED', enrolledImages: 0, errors, warnings: [] };
  }
}

/** The message without the name of the request member, which the user never wrote. */
export function withoutField(message: string): string {
  return message.replace(/^((images|liveImages)?\[\d+\]\.)?(image|photo|video): /, '');
}
