/** The sign-in to the account that is in progress in a browser. */
import type { FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../../durations.ts';
import { nameFirst } from '../../../operations/accounts/sign-in-state.ts';
import type { HttpParts } from '../parts.ts';
import { signInKey } from './account-cookies.ts';

/** Most milliseconds for a sign-in. */
export const SIGN_IN_MS = 30 * MINUTE_MS;

/** @throws NotFound */
export function keyOf(request: FastifyRequest, accounts: HttpParts['accounts']): string {
  const key = signInKey(request, accounts);
  if (key === undefined) throw nameFirst();
  return key;
}
