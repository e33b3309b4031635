/** Passkeys below `/account/v1`: those of the signed-in user, and signing in with one. */
import type { FastifyInstance } from 'fastify';
import { newToken } from '../../../access/one-time.ts';
import { beginPasskeyStep } from '../../../operations/accounts/further-ways.ts';
import {
  addPasskey,
  beginPasskey,
  beginSessionPasskey,
  giveSessionPasskey,
  inSession,
  removePasskey,
} from '../../../operations/accounts/second-factors.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { PeopleParts } from '../parts.ts';
import { passkeysAnswer } from './account-answers.ts';
import { setSignInCookie, signInKey, signInKeyOf } from './account-cookies.ts';
import { currentSession } from './begin-session.ts';
import { browserName } from './browser-name.ts';
import { sessionOf } from './sessions.ts';
import { PasskeyBody } from './sign-in-routes.ts';
import { limitBeginning } from './visitor.ts';

const BASE = '/account/v1';
const change = { session: { fresh: true, furtherWay: true } } as const;
const setUp = { session: { fresh: true, owner: true, before: 'second-factor-set-up' } } as const;
const within = { session: { before: 'second-factor' } } as const;

export function addPasskeyRoutes(app: FastifyInstance, parts: PeopleParts): void {
  const { get, post, remove } = pageCalls(app, BASE, 'Account');
  const { accounts } = parts;
  const { secondFactors } = accounts;

  get('/passkeys', { session: {} }, async (request) =>
    passkeysAnswer(await secondFactors.passkeys.list(sessionOf(request).user.id)),
  );

  post('/passkeys/challenge', setUp, async (request) =>
    beginPasskey(parts, inSession(parts, sessionOf(request))),
  );

  post('/passkeys', { ...setUp, body: PasskeyBody }, async (request) => {
    const madeIn = browserName(request.headers['user-agent']);
    await addPasskey(parts, inSession(parts, sessionOf(request)), request.body.passkey, madeIn);
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
    await limitBeginning(request, parts);
    const known = signInKey(request, accounts);
    const token = newToken();
    const instead = accounts.passkeyUse() === 'sign-in';
    const options = await beginPasskeyStep(parts, known ?? signInKeyOf(token), { instead });
    if (known === undefined) setSignInCookie(reply, accounts, token);
    return options;
  });
}
