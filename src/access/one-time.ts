/** Random values whose possession proves something. The database holds only their hashes. */
import { createHash, randomBytes } from 'node:crypto';
import { NotFound } from '../errors.ts';

/** 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Hexadecimal SHA-256. A fast hash is enough for random values. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** The error for a link whose token is no longer valid. */
export const linkExpired = () => new NotFound('This link has expired or was used before.');
