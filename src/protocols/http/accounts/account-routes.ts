/** The account below `/account/v1`: registration, sign-in and -out, address and second factor. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { BrowserKey } from '../../../access/accounts/known-browsers.ts';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { newToken } from '../../../access/one-time.ts';
import {
  changeEmail,
  mailConfirmationAgain,
  redeemLink,
  registerUser,
} from '../../../operations/accounts/account-mail.ts';
import { forgetBrowser, rememberInSession } from '../../../operations/accounts/known-browsers.ts';
import { giveSessionLink, mailSessionLink } from '../../../operations/accounts/mail-links.ts';
import {
  confirmCodes,
  giveSessionCode,
  inSession,
  makeRecoveryCodes,
  removeCodes,
  setUpCodes,
} from '../../../operations/accounts/second-factors.ts';
import { identify } from '../../../operations/accounts/sign-in-steps.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { PeopleParts } from '../parts.ts';
import { contextOf } from '../plugins/job-context.ts';
import {
  browsersAnswer,
  type RedeemedLink,
  type Registration,
  sessionAnswer,
  setUpAnswer,
  signInStep,
} from './account-answers.ts';
import {
  browserToken,
  clearSessionCookie,
  sessionToken,
  setBrowserCookie,
  setSignInCookie,
  signInKeyOf,
} from './account-cookies.ts';
import { beginSession, currentSession, signInAnswer } from './begin-session.ts';
import { sessionOf } from './sessions.ts';
import { keyOf, SIGN_IN_MS } from './sign-in-key.ts';
import { addSignInSteps, CodeBody, linkMail, MailLinkBody } from './sign-in-routes.ts';
import { limitBeginning, visitorOf } from './visitor.ts';

const BASE = '/account/v1';
const change = { session: { fresh: true } } as const;
const owner = { session: { fresh: true, owner: true } } as const;
const setUp = { session: { fresh: true, owner: true, before: 'second-factor-set-up' } } as const;
const EmailBody = Type.Object({ email: Type.String() });
const LinkBody = Type.Object({ token: Type.String() });
const IdentifierBody = Type.Object({ identifier: Type.String() });
const BrowserBody = Type.Object({ browserKey: BrowserKey });

export function addAccountRoutes(app: FastifyInstance, parts: PeopleParts): void {
  const { get, post, put, remove } = pageCalls(app, BASE, 'Account');
  const { accounts } = parts;
  const { sessions } = accounts;
  const current = (request: FastifyRequest) => currentSession(request, parts);

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
      parts.rates.beginning(request.ip);
      const { user, mailed } = await registerUser(accounts, request.body, request.ip);
      return { ...(await beginSession(request, reply, parts, user.id, 'registration')), mailed };
    },
  );

  post('/links', { body: LinkBody }, async (request, reply): Promise<RedeemedLink> => {
    const { purpose, beginsFor } = await redeemLink(accounts, request.body.token);
    const session =
      beginsFor === undefined
        ? await current(request)
        : await beginSession(request, reply, parts, beginsFor, 'link');
    return { purpose, session };
  });

  put('/email', { ...owner, body: EmailBody }, async (request) => {
    await changeEmail(accounts, sessionOf(request).user, request.body.email);
    return current(request);
  });

  post('/email/confirmation', { session: {} }, async (request) => {
    await mailConfirmationAgain(accounts, sessionOf(request).user);
    return current(request);
  });

  post('/second-factor', setUp, async (request) =>
    setUpAnswer(await setUpCodes(parts, inSession(parts, sessionOf(request)))),
  );

  put('/second-factor', { ...setUp, body: CodeBody }, async (request) => {
    await confirmCodes(parts, inSession(parts, sessionOf(request)), request.body.code);
    return current(request);
  });

  remove('/second-factor', { ...change, body: CodeBody }, async (request) => {
    await removeCodes(accounts, sessionOf(request), request.body.code);
    return current(request);
  });

  post(
    '/session/second-factor',
    { session: { before: 'either' }, body: CodeBody },
    async (request) => {
      await giveSessionCode(parts, sessionOf(request), request.body.code);
      return current(request);
    },
  );

  post('/session/mail', { session: {} }, async (request) =>
    mailSessionLink(
      parts,
      sessionOf(request),
      visitorOf(request, accounts),
      linkMail(request, accounts, '/profile'),
    ),
  );

  post('/session/mail-link', { session: {}, body: MailLinkBody }, async (request) => {
    const { token } = request.body;
    await giveSessionLink(parts, sessionOf(request), visitorOf(request, accounts), token);
    return current(request);
  });

  const furtherWay = {
    session: { fresh: true, furtherWay: true, byLink: true, before: 'either' },
  } as const;
  get('/browsers', { session: {} }, async (request) =>
    browsersAnswer(parts, sessionOf(request).user, browserToken(request, accounts)),
  );

  post('/browsers', { ...furtherWay, body: BrowserBody }, async (request, reply) => {
    const { browser } = visitorOf(request, accounts, request.body.browserKey);
    const remembered = await rememberInSession(parts, sessionOf(request), browser);
    if (remembered !== undefined) setBrowserCookie(reply, accounts, remembered);
    return current(request);
  });

  remove('/browsers/:name', change, async (request) => {
    const { user } = sessionOf(request);
    await forgetBrowser(parts, user, request.params.name);
    return browsersAnswer(parts, user, browserToken(request, accounts));
  });

  post('/recovery-codes', setUp, async (request) => ({
    codes: await makeRecoveryCodes(parts, sessionOf(request)),
  }));

  post('/sign-in', { body: IdentifierBody }, async (request, reply) => {
    await limitBeginning(request, parts);
    const token = newToken();
    const expires = new Date(Date.now() + SIGN_IN_MS);
    const begun = await identify(parts, signInKeyOf(token), request.body.identifier, {
      expires,
    });
    setSignInCookie(reply, accounts, token);
    const state = { step: 'face', ways: [], unknownBrowser: false } as const;
    return signInStep(state, { passed: true, errors: [], signIn: begun });
  });

  addSignInSteps({ post }, '/sign-in', parts, async (request, reply) => {
    const key = keyOf(request, accounts);
    return {
      ...{ key, demands: ACCOUNTS.settings },
      expires: new Date(Date.now() + SIGN_IN_MS),
      mail: { allowed: accounts.mailSignIn, page: '/profile' },
      context: () => contextOf(request, reply, { client: ACCOUNTS }),
      answer: (result) => signInAnswer(request, reply, parts, key, result),
    };
  });
}
