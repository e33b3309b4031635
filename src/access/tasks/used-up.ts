import { PermissionDenied } from '../../errors.ts';

/** The error for a token without attempts left. */
export const usedUp = () => new PermissionDenied('The attempts of this token are used up.');
