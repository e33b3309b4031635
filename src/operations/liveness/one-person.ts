/** Limits the images of an attempt, which must show one person. */
import { MOST_SAMPLES } from '../../access/tasks/samples.ts';
import { InvalidArgument } from '../../errors.ts';
import type { Context } from '../context.ts';

/** Whether all images of the call must show one person. True for an attempt of a token. */
export const demandsOnePerson = ({ permit }: Pick<Context, 'permit'>): boolean =>
  permit !== undefined;

/** @throws InvalidArgument more than a task takes, with the member */
export function requireImagesOfAttempt(context: Context, { length }: readonly unknown[]): void {
  if (demandsOnePerson(context) && length > MOST_SAMPLES)
    throw new InvalidArgument(
      `images: at most ${MOST_SAMPLES} of one person in an attempt, ${length} given`,
    );
}
