/** The error for a step that comes before its predecessor. */
import { NotFound, PermissionDenied } from '../../errors.ts';

export const nameFirst = () => new NotFound('Enter your name first.');
export const faceFirst = () => new PermissionDenied('The face comes first.');
export const challengeFirst = () => new NotFound('Ask for the challenge first.');
