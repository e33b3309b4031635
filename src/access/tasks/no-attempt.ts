/** Why no attempt of a token can run. */
import { PermissionDenied } from '../../errors.ts';

/** None is left. */
export const usedUp = () => new PermissionDenied('The attempts of this token are used up.');

/** Its challenge is to be told first. */
export const untold = () =>
  new PermissionDenied(
    'Ask for the challenge of this attempt first: it was not requested, or it has expired.',
  );
