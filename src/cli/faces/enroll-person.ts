/** Enrols face images of a person one after another, so that each refusal names its file. */

import { type EnrollAnswer, enrollContract } from '../../contract/enroll.ts';
import type { Wire } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import type { Faces, Refusal } from './faces.ts';
import { withoutField } from './named-errors.ts';

export interface ImageFile {
  /** Its name for people. */
  readonly file: string;
  /** Called when its turn comes, so that not all have to fit into memory. */
  readonly read: () => Promise<Uint8Array>;
}

export type PersonResult = Awaited<ReturnType<typeof enrollPerson>>;

/** The outcome for an image. */
export type ImageOutcome = Pick<
  Wire<EnrollAnswer>,
  'performedAction' | 'enrolledImages' | 'errors'
>;

/** Actions in the order of how much they tell. */
const ACTIONS = ['NEW_TEMPLATE_CREATED', 'TEMPLATE_UPGRADED', 'TEMPLATE_UPDATED'];

/** @param onImage called after each image @throws errors that are not about a single image */
export async function enrollPerson<Image extends ImageFile>(
  faces: Pick<Faces, 'call'>,
  classId: bigint,
  images: Iterable<Image>,
  consent?: string,
  onImage: (image: Image, answer: ImageOutcome) => Promise<void> = async () => {},
) {
  const actions = new Set<string>();
  const refused: (Refusal & { readonly file: string })[] = [];
  let enrolledImages = 0;
  for (const image of images) {
    const { file } = image;
    const answer = await enrollImage(faces, classId, image, consent);
    actions.add(answer.performedAction);
    enrolledImages += answer.enrolledImages;
    for (const { errorCode, message } of answer.errors)
      refused.push({ file, errorCode, message: withoutField(message) });
    await onImage(image, answer);
  }
  const performedAction = ACTIONS.find((action) => actions.has(action)) ?? 'ENROLLMENT_FAILED';
  return { classId, performedAction, enrolledImages, refused };
}

/** Whether the image was refused because it shows another person than the class. */
export const showsAnother = ({ errors }: ImageOutcome): boolean =>
  errors.some(({ errorCode }) => errorCode === 'NotRecognised');

/** A file that is unreadable, or no image, is an ordinary refusal. */
async function enrollImage(
  faces: Pick<Faces, 'call'>,
  classId: bigint,
  { read }: ImageFile,
  consent: string | undefined,
): Promise<ImageOutcome> {
  let errorCode = 'Unreadable';
  try {
    const image = await read();
    errorCode = 'InvalidImage';
    return await faces.call(enrollContract, { images: [{ image }], consent }, { classId });
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    const errors = [{ errorCode, message: withoutField(error.message) }];
    return { performedAction: 'ENROLLMENT_FAILED', enrolledImages: 0, errors };
  }
}
