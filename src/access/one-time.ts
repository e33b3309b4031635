/** Random values that prove something for their holder. The database keeps their hashes. */
import { createHash, randomBytes } from 'node:crypto';
import { NotFound } from '../errors.ts';

/** 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Hexadecimal SHA-256: enough for values that nobody can guess. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** What is told of a link whose token proves nothing any more. */
export const linkExpired = () => new NotFound('This link has expired or was used before.');
