import { PermissionDenied } from '../../errors.ts';

/** Why a token starts nothing any more. */
export const usedUp = () => new PermissionDenied('The attempts of this token are used up.');
