/** Passkeys below `/account/v1`: those of who is signed in, and signing in by one. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { PasskeyResponse } from '../../../access/accounts/webauthn.ts';
import { newToken } from '../../../access/one-time.ts';
import { beginPasskeyStep, showPasskey } from '../../../operations/accounts/passkey-sign-in.ts';
import {
  addPasskey,
  beginPasskey,
  beginSessionPasskey,
  giveSessionPasskey,
  removePasskey,
} from '../../../operations/accounts/passkeys.ts';
import type { HttpParts } from '../parts.ts';
import { contextOf } from '../plugins/job-context.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import { passkeysAnswer } from './account-answers.ts';
import { browserToken, setSignInCookie, signInKey } from './account-cookies.ts';
import { currentSession, signInAnswer } from './begin-session.ts';
import { browserName } from './browser-name.ts';
import { sessionOf } from './sessions.ts';
import { keyOf, SIGN_IN_MS } from './sign-in-key.ts';

const BASE = '/account/v1';
const change = { session: { fresh: true } } as const;
const setUp = { session: { fresh: true, before: 'second-factor-set-up' } } as const;
const within = { session: { before: 'second-factor' } } as const;
export const PasskeyBody = Type.Object({ passkey: PasskeyResponse });

// Long: a list, one route after the other.
export function addPasskeyRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get, post, remove } = pageCalls(app, BASE, 'Account');
  const { accounts } = parts;
  const { secondFactors } = accounts;

  get('/passkeys', { session: {} }, async (request) =>
    passkeysAnswer(await secondFactors.passkeys.list(sessionOf(request).user.id)),
  );

  post('/passkeys/challenge', setUp, async (request) => beginPasskey(parts, sessionOf(request)));

  post('/passkeys', { ...setUp, body: PasskeyBody }, async (request) => {
    const madeIn = browserName(request.headers['user-agent']);
    await addPasskey(parts, sessionOf(request), request.body.passkey, madeIn);
    return currentSession(request, parts);
  });

  remove('/passkeys/:id', change, async (request) => {
    await removePasskey(parts, sessionOf(request), request.params.id);
    return currentSession(request, parts);
  });

  post('/session/passkey/challenge', within, async (request) =>
    beginSessionPasskey(parts, sessionOf(request)),
  );

  post('/session/passkey', { ...within, body: PasskeyBody }, async (request) => {
    await giveSessionPasskey(parts, sessionOf(request), request.body.passkey);
    return currentSession(request, parts);
  });

  post('/sign-in/passkey/challenge', {}, async (request, reply) => {
    parts.rates.beginning(request.ip);
    const known = signInKey(request, accounts);
    const key = known ?? newToken();
    const instead = accounts.passkeyUse() === 'sign-in';
    const options = await beginPasskeyStep(parts, key, { instead });
    if (known === undefined) setSignInCookie(reply, accounts, key);
    return options;
  });

  post('/sign-in/passkey', { body: PasskeyBody }, async (request, reply) => {
    const key = keyOf(request, accounts);
    const context = contextOf(request, reply, { client: ACCOUNTS });
    const result = await showPasskey(parts, context, key, {
      response: request.body.passkey,
      address: request.ip,
      browser: browserToken(request, accounts),
      expires: new Date(Date.now() + SIGN_IN_MS),
    });
    return signInAnswer(request, reply, parts, key, result);
  });
}
