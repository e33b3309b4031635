/** What a step is told that comes before the one it follows. */
import { NotFound, PermissionDenied } from '../../errors.ts';

export const nameFirst = () => new NotFound('Enter your name first.');
export const faceFirst = () => new PermissionDenied('The face comes first.');
export const challengeFirst = () => new NotFound('Ask for the challenge first.');
