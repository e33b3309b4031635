/** Begins sessions of the account pages, and answers steps of a sign-in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../../../access/accounts/accounts.ts';
import type { SessionKind } from '../../../access/accounts/sessions.ts';
import { addressPrefix } from '../../../access/address-prefix.ts';
import { showsFactor } from '../../../access/oauth/levels.ts';
import { readState, type StepResult } from '../../../operations/accounts/sign-in-state.ts';
import type { PeopleParts } from '../parts.ts';
import { sessionAnswer, signInStep } from './account-answers.ts';
import { sessionToken, setSessionCookie } from './account-cookies.ts';
import { browserName } from './browser-name.ts';
import { findSignedIn } from './sessions.ts';

/** The session after a change of the user. */
export const currentSession = async (request: FastifyRequest, parts: PeopleParts) =>
  sessionAnswer(parts, await findSignedIn(request, parts.accounts));

type Begin = Accounts['sessions']['begin'];

/** Begins a session. It replaces the browser's previous one. */
export async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PeopleParts,
  who: Parameters<Begin>[0],
  kind: SessionKind,
  more: Parameters<Begin>[2] = {},
) {
  const { sessions, users } = parts.accounts;
  const replaces = sessionToken(request, parts.accounts);
  const from = {
    browser: browserName(request.headers['user-agent']),
    network: addressPrefix(request.ip),
  };
  const begun = await sessions.begin(who, kind, { ...more, from, replaces });
  setSessionCookie(reply, parts.accounts, begun);
  const user = typeof who === 'string' ? await users.find(who) : undefined;
  return sessionAnswer(parts, user && { ...begun, user });
}

/** Response to a step of a sign-in to the account. The session begins after the last one. */
export async function signInAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PeopleParts,
  key: string,
  result: StepResult,
) {
  const { accounts } = parts;
  const { errors, signIn, browser } = result;
  request.refused = errors.map(({ errorCode }) => errorCode);
  const state = await readState(parts, signIn, {
    passkey: accounts.passkeyUse() === 'sign-in',
    mail: accounts.mailSignIn,
    faceAlone: false,
    secondFactor: 'administrators',
  });
  if (state.step === 'done' && signIn?.userId !== undefined) {
    const { methods } = signIn;
    const kind = (['face', 'mail'] as const).find((one) => methods.includes(one)) ?? 'passkey';
    // A mailed link in place of the face is no further way.
    const further = methods.filter((method) => kind === 'face' || method !== 'mail');
    const secondFactor = showsFactor(further);
    const step = accounts.signIns.ending(key, signIn);
    const more = { secondFactor, step, browserId: browser?.id };
    await beginSession(request, reply, parts, signIn.userId, kind, more);
  }
  return signInStep(state, result);
}
