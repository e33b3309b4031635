/** The login of a user for an application: the calls of the page at `/login/{uid}`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { SignIn } from '../../../access/accounts/sign-ins.ts';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { loginEnded } from '../../../access/oauth/oauth.ts';
import { LOGIN_REFERENCE } from '../../../operations/accounts/account-data.ts';
import {
  demandsOf,
  endLogin,
  insteadIn,
  type Login,
  loginProgress,
  passRegistered,
  takesMail,
} from '../../../operations/accounts/application-login.ts';
import { beginPasskeyStep } from '../../../operations/accounts/further-ways.ts';
import {
  addPasskey,
  beginPasskey,
  confirmCodes,
  inLogin,
  setUpCodes,
} from '../../../operations/accounts/second-factors.ts';
import type { StepResult } from '../../../operations/accounts/sign-in-state.ts';
import { identify } from '../../../operations/accounts/sign-in-steps.ts';
import { setUpAnswer, shownErrors } from '../accounts/account-answers.ts';
import { sessionToken } from '../accounts/account-cookies.ts';
import { browserName } from '../accounts/browser-name.ts';
import { sessionOf } from '../accounts/sessions.ts';
import { addSignInSteps, CodeBody, PasskeyBody } from '../accounts/sign-in-routes.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { PeopleParts } from '../parts.ts';
import { contextOf } from '../plugins/job-context.ts';
import { type LoginStep, loginState } from './login-answers.ts';

const PASSED = { passed: true, errors: [] } as const;

export function addLoginRoutes(app: FastifyInstance, parts: PeopleParts): void {
  const { get, post, put } = pageCalls(app, '/login/:uid', 'Login');
  const { oauth, signIns } = parts.accounts;

  get('/state', {}, async (request, reply) => {
    const login = await loginOf(parts, request, reply);
    const signIn = await signIns.find(login.request.uid);
    return loginState(parts, login, signIn, await loginProgress(parts, login, signIn));
  });

  post(
    '/identifier',
    { body: Type.Object({ identifier: Type.String() }) },
    async (request, reply) => {
      const login = await loginOf(parts, request, reply);
      const { expires, uid } = login.request;
      const signIn = await identify(parts, uid, request.body.identifier, { expires });
      return answer(request, reply, login, { ...PASSED, signIn });
    },
  );

  post('/passkey/challenge', {}, async (request, reply) => {
    const login = await loginOf(parts, request, reply);
    const { passkey: instead } = insteadIn(login);
    return beginPasskeyStep(parts, login.request.uid, { instead });
  });

  addSignInSteps({ post }, '', parts, async (request, reply) => {
    const login = await loginOf(parts, request, reply);
    const { uid, expires } = login.request;
    const { name: application, settings: demands } = login.client;
    return {
      ...{ key: uid, demands, expires },
      mail: { allowed: takesMail(parts, login), page: `/login/${uid}`, application },
      context: () => contextFor(request, reply, login),
      answer: (result) => answer(request, reply, login, result),
    };
  });

  const settingUp = async (request: FastifyRequest, reply: FastifyReply) => {
    const login = await loginOf(parts, request, reply);
    const { uid, expires } = login.request;
    const session = sessionToken(request, parts.accounts);
    const place = await inLogin(parts, { uid, expires, demands: demandsOf(login), session });
    return { login, place };
  };

  post('/second-factor/set-up', {}, async (request, reply) =>
    setUpAnswer(await setUpCodes(parts, (await settingUp(request, reply)).place)),
  );

  put('/second-factor/set-up', { body: CodeBody }, async (request, reply) => {
    const { login, place } = await settingUp(request, reply);
    return answer(request, reply, login, await confirmCodes(parts, place, request.body.code));
  });

  post('/passkeys/challenge', {}, async (request, reply) =>
    beginPasskey(parts, (await settingUp(request, reply)).place),
  );

  post('/passkeys', { body: PasskeyBody }, async (request, reply) => {
    const { login, place } = await settingUp(request, reply);
    const madeIn = browserName(request.headers['user-agent']);
    const added = await addPasskey(parts, place, request.body.passkey, madeIn);
    return answer(request, reply, login, added);
  });

  post('/registered', { session: {} }, async (request, reply) => {
    const login = await loginOf(parts, request, reply);
    const { settings } = login.client;
    const result = await passRegistered(parts, sessionOf(request), login.request, settings);
    return answer(request, reply, login, result);
  });

  post('/consent', {}, async (request, reply) => {
    const login = await loginOf(parts, request, reply);
    return end(request, reply, login, await signIns.find(login.request.uid), { consented: true });
  });

  post('/cancel', {}, async (request, reply) => {
    const { request: login } = await loginOf(parts, request, reply);
    await signIns.cancel(login.uid);
    const location = await oauth.abort(request.raw, reply.raw);
    return { ...PASSED, state: null, location };
  });

  async function end(
    request: FastifyRequest,
    reply: FastifyReply,
    login: Login,
    signIn: SignIn | undefined,
    how: Parameters<typeof endLogin>[3],
  ): Promise<LoginStep> {
    const result = await endLogin(parts, login, signIn, how);
    const location = await oauth.finish(request.raw, reply.raw, result);
    const { recovery } = parts.accounts.secondFactors;
    const lacks =
      result.methods?.includes('face') === true && (await recovery.left(result.userId)) === 0;
    return { ...PASSED, state: null, location, ...(lacks && { noRecoveryCodes: true }) };
  }

  /** The login ends after the last step, unless the user must be asked for consent. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    login: Login,
    { passed, errors, signIn }: StepResult,
  ): Promise<LoginStep> {
    const progress = await loginProgress(parts, login, signIn);
    if (progress.agreed) return end(request, reply, login, signIn, { consented: false, progress });
    const state = loginState(parts, login, signIn, progress);
    return { passed, errors: shownErrors(errors), state, location: null };
  }
}

/** The bookkeeping records the application of an attempt. */
function contextFor(request: FastifyRequest, reply: FastifyReply, { client }: Login) {
  const referenceNumber = `${LOGIN_REFERENCE}${client.id}`;
  return { ...contextOf(request, reply, { client: ACCOUNTS }), referenceNumber };
}

/** @throws NotFound the login has ended or belongs to another browser */
async function loginOf(
  { accounts, clients }: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Login> {
  const { uid } = request.params as { readonly uid: string };
  const login = await accounts.oauth.loginRequest(request.raw, reply.raw);
  const client = await clients.find(login.clientId);
  if (login.uid !== uid || client === undefined) throw loginEnded();
  return { request: login, client };
}
