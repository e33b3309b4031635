/** The account below `/account/v1`: registering, signing in and out, address and second factor. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import qrcode from 'qrcode';
import { Type } from 'typebox';
import { newToken } from '../../../access/accounts/one-time.ts';
import type { SessionKind } from '../../../access/accounts/sessions.ts';
import { ACCOUNTS, type User } from '../../../access/accounts/user.ts';
import { NotFound } from '../../../errors.ts';
import { changeEmail, mailConfirmation } from '../../../operations/account-mail.ts';
import { notifyOwner } from '../../../operations/account-notices.ts';
import { countAttempt } from '../../../operations/count-attempt.ts';
import {
  confirmSecondFactor,
  giveSessionCode,
  removeSecondFactor,
} from '../../../operations/second-factor.ts';
import {
  giveCode,
  identify,
  nextStep,
  requireNamed,
  type StepResult,
  showFace,
} from '../../../operations/sign-in-steps.ts';
import type { HttpParts } from '../parts.ts';
import { contextOf } from '../plugins/job-context.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import { sessionAnswer, shownErrors } from './account-answers.ts';
import {
  browserToken,
  clearSessionCookie,
  rememberBrowser,
  sessionToken,
  setSessionCookie,
  setSignInCookie,
  signInKey,
} from './account-cookies.ts';
import { capturedImages, FaceImages, IMAGES_BYTES } from './live-images.ts';
import { findSignedIn, sessionOf } from './sessions.ts';

const BASE = '/account/v1';
const change = { session: { fresh: true } } as const;
const setUp = { session: { fresh: true, before: 'second-factor-set-up' } } as const;
const CodeBody = Type.Object({ code: Type.String() });
const EmailBody = Type.Object({ email: Type.String() });
const IdentifierBody = Type.Object({ identifier: Type.String() });

/** Milliseconds in which a sign-in has to come to its end. */
const SIGN_IN_MS = 30 * 60_000;

// Long: a list, one route after the other.
export function addAccountRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get, post, put, remove } = pageCalls(app, BASE, 'Account');
  const { accounts } = parts;
  const { users, sessions, links, secondFactors } = accounts;

  /** The session as it is after a change of the user. */
  const current = async (request: FastifyRequest) =>
    sessionAnswer(parts, await findSignedIn(request, accounts));
  /** Begins a session in place of the one that the browser had. */
  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    kind: SessionKind,
    more: Parameters<typeof sessions.begin>[2] = {},
  ) => {
    const before = sessionToken(request, accounts);
    const begun = await sessions.begin(userId, kind, more);
    if (before !== undefined) await sessions.end(before);
    setSessionCookie(reply, accounts, begun);
    const user = await users.find(userId);
    return sessionAnswer(parts, user && { ...begun, user });
  };

  /** Whether the address given at registration could be mailed: that is for the page to say. */
  const mailFirst = (request: FastifyRequest, user: User, email: string) =>
    mailConfirmation(accounts, user, email).then(
      () => true,
      (err: unknown) => {
        request.log.error({ err }, 'a mail could not be sent');
        return false;
      },
    );

  get('/session', {}, async (request) => current(request));

  remove('/session', {}, async (request, reply) => {
    const token = sessionToken(request, accounts);
    if (token !== undefined) await sessions.end(token);
    clearSessionCookie(reply, accounts);
    return sessionAnswer(parts, undefined);
  });

  post(
    '/registration',
    { body: Type.Object({ name: Type.String(), email: Type.Optional(Type.String()) }) },
    async (request, reply) => {
      const { name, email } = request.body;
      parts.rates.beginning(request.ip);
      await countAttempt(accounts.limits, { by: 'registration', value: request.ip });
      const user = await users.create({ name, ...(email === undefined ? {} : { email }) });
      // The name is theirs by now: without mail the address stays unconfirmed, and can be sent
      // again.
      const mailed = email !== undefined && (await mailFirst(request, user, email));
      return { ...(await begin(request, reply, user.id, 'registration')), mailed };
    },
  );

  post('/links', { body: Type.Object({ token: Type.String() }) }, async (request, reply) => {
    const link = await links.redeem(request.body.token);
    if (link === undefined) throw new NotFound('This link has expired or was used before.');
    const { userId, purpose, email } = link;
    if (purpose === 'enrol') {
      const user = await users.find(userId);
      if (user !== undefined) await notifyOwner(accounts, user, 'link');
      return { purpose, session: await begin(request, reply, userId, 'link') };
    }
    if (email === undefined || !(await users.confirmEmail(userId, email)))
      throw new NotFound('This link has expired or was used before.');
    return { purpose, session: await current(request) };
  });

  put('/email', { ...change, body: EmailBody }, async (request) => {
    const { user } = sessionOf(request);
    const { email } = request.body;
    await countAttempt(accounts.limits, { by: 'mail', value: user.id });
    await changeEmail(accounts, user, email);
    return current(request);
  });

  post('/second-factor', setUp, async (request) => {
    const { user } = sessionOf(request);
    const { secret, uri } = await secondFactors.setUp(user.id, user.name);
    return { uri, secret, qr: await qrcode.toString(uri, { type: 'svg' }) };
  });

  put('/second-factor', { ...setUp, body: CodeBody }, async (request) => {
    await confirmSecondFactor(accounts, sessionOf(request), request.body.code);
    return current(request);
  });

  remove('/second-factor', { ...change, body: CodeBody }, async (request) => {
    await removeSecondFactor(accounts, sessionOf(request).user, request.body.code);
    return current(request);
  });

  post(
    '/session/second-factor',
    { session: { before: 'second-factor' }, body: CodeBody },
    async (request) => {
      await giveSessionCode(accounts, sessionOf(request), request.body.code);
      return current(request);
    },
  );

  post('/sign-in', { body: IdentifierBody }, async (request, reply) => {
    parts.rates.beginning(request.ip);
    const key = newToken();
    const expires = new Date(Date.now() + SIGN_IN_MS);
    const { challenge } = await identify(parts, key, request.body.identifier, {
      challenge: true,
      expires,
    });
    setSignInCookie(reply, accounts, key);
    return { passed: true, errors: [], step: 'face', challenge };
  });

  post(
    '/sign-in/face',
    {
      bodyBytes: IMAGES_BYTES,
      body: FaceImages,
      onRequest: async (request) => requireNamed(parts, keyOf(request, accounts)),
    },
    async (request, reply) => {
      const context = contextOf(request, reply, { client: ACCOUNTS });
      const result = await showFace(parts, context, keyOf(request, accounts), {
        ...capturedImages(request.body),
        suspiciousCapture: ACCOUNTS.settings.suspiciousCapture,
        address: request.ip,
        browser: browserToken(request, accounts),
        secondFactor: false,
      });
      return signInStep(request, reply, result);
    },
  );

  post('/sign-in/second-factor', { body: CodeBody }, async (request, reply) => {
    const context = contextOf(request, reply, { client: ACCOUNTS });
    const result = await giveCode(
      parts,
      context,
      keyOf(request, accounts),
      request.body.code,
      browserToken(request, accounts),
    );
    return signInStep(request, reply, result);
  });

  async function signInStep(
    request: FastifyRequest,
    reply: FastifyReply,
    { passed, errors, signIn }: StepResult,
  ) {
    request.refused = errors.map(({ errorCode }) => errorCode);
    const step = await nextStep(parts, signIn, { secondFactor: false });
    if (step === 'done' && signIn.userId !== undefined) {
      const secondFactor = signIn.methods.includes('otp');
      const alongside = accounts.signIns.ending(keyOf(request, accounts), signIn);
      await begin(request, reply, signIn.userId, 'face', { secondFactor, alongside });
      await rememberBrowser(request, reply, accounts, signIn.userId);
    }
    const challenge = step === 'face' ? signIn.challenge : [];
    return { passed, errors: shownErrors(errors), step, challenge };
  }
}

/** @throws NotFound */
function keyOf(request: FastifyRequest, accounts: HttpParts['accounts']): string {
  const key = signInKey(request, accounts);
  if (key === undefined) throw new NotFound('Say first who you are.');
  return key;
}
