/** The account below `/account/v1`: registering, signing in and out, address and second factor. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import qrcode from 'qrcode';
import { Type } from 'typebox';
import { newToken } from '../../../access/accounts/one-time.ts';
import { ACCOUNTS, type User } from '../../../access/accounts/user.ts';
import { NotFound } from '../../../errors.ts';
import { changeEmail, mailConfirmation } from '../../../operations/account-mail.ts';
import { notifyOwner } from '../../../operations/account-notices.ts';
import { countAttempt } from '../../../operations/count-attempt.ts';
import { signInByMail } from '../../../operations/mail-link-sign-in.ts';
import {
  confirmSecondFactor,
  giveSessionCode,
  removeSecondFactor,
} from '../../../operations/second-factor.ts';
import { giveCode, identify, requireNamed, showFace } from '../../../operations/sign-in-steps.ts';
import type { HttpParts } from '../parts.ts';
import { contextOf } from '../plugins/job-context.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import {
  type RedeemedLink,
  type Registration,
  type SecondFactorSetUp,
  sessionAnswer,
} from './account-answers.ts';
import {
  browserToken,
  clearSessionCookie,
  sessionToken,
  setSignInCookie,
} from './account-cookies.ts';
import { beginSession, currentSession, signInAnswer } from './begin-session.ts';
import { capturedImages, FaceImages, IMAGES_BYTES } from './live-images.ts';
import { askingOf, MailLinkBody, mailLink } from './mail-links.ts';
import { sessionOf } from './sessions.ts';
import { keyOf, SIGN_IN_MS } from './sign-in-key.ts';

const BASE = '/account/v1';
const change = { session: { fresh: true } } as const;
const setUp = { session: { fresh: true, byFace: true, before: 'second-factor-set-up' } } as const;
const CodeBody = Type.Object({ code: Type.String() });
const EmailBody = Type.Object({ email: Type.String() });
const LinkBody = Type.Object({ token: Type.String() });
const IdentifierBody = Type.Object({ identifier: Type.String() });

// Long: a list, one route after the other.
export function addAccountRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get, post, put, remove } = pageCalls(app, BASE, 'Account');
  const { accounts } = parts;
  const { users, sessions, links, secondFactors } = accounts;
  const current = (request: FastifyRequest) => currentSession(request, parts);

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
    async (request, reply): Promise<Registration> => {
      const { name, email } = request.body;
      parts.rates.beginning(request.ip);
      await countAttempt(accounts.limits, { by: 'registration', value: request.ip });
      const user = await users.create({ name, ...(email === undefined ? {} : { email }) });
      // The name is theirs by now: without mail the address stays unconfirmed, and can be sent
      // again.
      const mailed = email !== undefined && (await mailFirst(request, user, email));
      return { ...(await beginSession(request, reply, parts, user.id, 'registration')), mailed };
    },
  );

  post('/links', { body: LinkBody }, async (request, reply): Promise<RedeemedLink> => {
    const link = await links.redeem(request.body.token);
    if (link === undefined) throw new NotFound('This link has expired or was used before.');
    const { userId, purpose, email } = link;
    if (purpose === 'enrol') {
      const user = await users.find(userId);
      if (user !== undefined) await notifyOwner(accounts, user, 'link');
      return { purpose, session: await beginSession(request, reply, parts, userId, 'link') };
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

  post('/email/confirmation', { session: {} }, async (request) => {
    const { user } = sessionOf(request);
    if (user.email === undefined || user.emailConfirmed)
      throw new NotFound('There is no address to be confirmed.');
    await countAttempt(accounts.limits, { by: 'mail', value: user.id });
    await mailConfirmation(accounts, user, user.email);
    return current(request);
  });

  post('/second-factor', setUp, async (request): Promise<SecondFactorSetUp> => {
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
    return { passed: true, errors: [], step: 'face', challenge, secondFactors: [] };
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
      return signInAnswer(request, reply, parts, keyOf(request, accounts), result);
    },
  );

  post('/sign-in/mail', {}, async (request, reply) =>
    mailLink(request, reply, parts, keyOf(request, accounts), {
      allowed: accounts.mailSignIn,
      page: '/profile',
    }),
  );

  post('/sign-in/mail-link', { body: MailLinkBody }, async (request, reply) => {
    const context = contextOf(request, reply, { client: ACCOUNTS });
    const key = keyOf(request, accounts);
    const asking = askingOf(request, parts, accounts.mailSignIn);
    const result = await signInByMail(parts, context, key, asking, request.body.token);
    return signInAnswer(request, reply, parts, key, result);
  });

  post('/sign-in/second-factor', { body: CodeBody }, async (request, reply) => {
    const context = contextOf(request, reply, { client: ACCOUNTS });
    const result = await giveCode(
      parts,
      context,
      keyOf(request, accounts),
      request.body.code,
      browserToken(request, accounts),
    );
    return signInAnswer(request, reply, parts, keyOf(request, accounts), result);
  });
}
