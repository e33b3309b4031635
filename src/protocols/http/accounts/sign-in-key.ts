/** The sign-in to the account that is in progress in a browser. */
import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../../access/accounts/accounts.ts';
import { MINUTE_MS } from '../../../durations.ts';
import { nameFirst } from '../../../operations/accounts/sign-in-state.ts';
import { signInKey } from './account-cookies.ts';

/** Most milliseconds for a sign-in. */
export const SIGN_IN_MS = 30 * MINUTE_MS;

/** @throws NotFound */
export function keyOf(request: FastifyRequest, accounts: Accounts): string {
  const key = signInKey(request, accounts);
  if (key === undefined) throw nameFirst();
  return key;
}
