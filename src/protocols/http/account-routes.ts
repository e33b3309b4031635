/** The account below `/account/v1`: registering, signing in and out, address and second factor. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import qrcode from 'qrcode';
import { Type } from 'typebox';
import type { Limited } from '../../access/accounts/attempt-limits.ts';
import { newToken } from '../../access/accounts/one-time.ts';
import type { SessionKind } from '../../access/accounts/sessions.ts';
import { ACCOUNTS } from '../../access/accounts/user.ts';
import { InvalidArgument, jobError, NotFound, ResourceExhausted } from '../../errors.ts';
import { mailConfirmation } from '../../operations/account-mail.ts';
import { bcidOf } from '../../operations/context.ts';
import { giveCode, identify, nextStep, showFace } from '../../operations/sign-in-steps.ts';
import { sessionAnswer, shownErrors } from './account-answers.ts';
import {
  clearSessionCookie,
  findSignedIn,
  recentlySignedIn,
  type SignedIn,
  sessionToken,
  setSessionCookie,
  setSignInCookie,
  signInKey,
} from './account-cookies.ts';
import { contextOf } from './job-context.ts';
import { FaceImages, liveImages } from './live-images.ts';
import type { HttpParts } from './parts.ts';

const BASE = '/account/v1';
const schema = { hide: true };
const CodeBody = Type.Object({ code: Type.String() });

/** Milliseconds in which a sign-in has to come to its end. */
const SIGN_IN_MS = 30 * 60_000;

export function addAccountRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();
  const { accounts, templates } = parts;
  const { users, sessions, links, secondFactors, signIns } = accounts;

  const answer = async (found: SignedIn | undefined) => {
    const enrolled =
      found !== undefined &&
      (await templates.summary(bcidOf(ACCOUNTS, found.user.classId))) !== undefined;
    return sessionAnswer(accounts, found, enrolled);
  };
  /** The answer as it is after a change of the user. */
  const fresh = async (request: FastifyRequest) => answer(await findSignedIn(request, accounts));
  const begin = async (reply: FastifyReply, userId: string, kind: SessionKind) => {
    const begun = await sessions.begin(userId, kind);
    setSessionCookie(reply, accounts, begun);
    const user = await users.find(userId);
    return answer(user && { ...begun, user });
  };

  /** Counts what can be done too often: registering, having mail sent. @throws ResourceExhausted */
  const slowDown = async (limited: Limited) => {
    const wait = await accounts.limits.begin(limited);
    if (wait > 0) throw new ResourceExhausted(`Too many tries: wait ${wait} seconds.`, wait);
  };

  api.get(`${BASE}/session`, { schema }, (request) => fresh(request));

  api.delete(`${BASE}/session`, { schema }, async (request, reply) => {
    const token = sessionToken(request);
    if (token !== undefined) await sessions.end(token);
    clearSessionCookie(reply, accounts);
    return answer(undefined);
  });

  api.post(
    `${BASE}/registration`,
    {
      schema: {
        ...schema,
        body: Type.Object({ name: Type.String(), email: Type.Optional(Type.String()) }),
      },
    },
    async (request, reply) => {
      const { name, email } = request.body;
      await slowDown({ by: 'address', value: `registration ${request.ip}` });
      const user = await users.create({ name, ...(email === undefined ? {} : { email }) });
      if (email !== undefined) await mailConfirmation(accounts, user, email);
      return begin(reply, user.id, 'registration');
    },
  );

  api.post(
    `${BASE}/links`,
    { schema: { ...schema, body: Type.Object({ token: Type.String() }) } },
    async (request, reply) => {
      const link = await links.redeem(request.body.token);
      if (link === undefined) throw new NotFound('This link has expired or was used before.');
      const { userId, purpose, email } = link;
      if (purpose === 'enrol') return { purpose, session: await begin(reply, userId, 'link') };
      if (email === undefined || !(await users.confirmEmail(userId, email)))
        throw new NotFound('This link has expired or was used before.');
      return { purpose, session: await fresh(request) };
    },
  );

  api.put(
    `${BASE}/email`,
    { schema: { ...schema, body: Type.Object({ email: Type.String() }) } },
    async (request) => {
      const { user } = await recentlySignedIn(request, accounts);
      const { email } = request.body;
      await slowDown({ by: 'user', value: `mail ${user.id}` });
      await users.setEmail(user.id, email);
      await mailConfirmation(accounts, user, email);
      return fresh(request);
    },
  );

  api.post(`${BASE}/second-factor`, { schema }, async (request) => {
    const { user } = await recentlySignedIn(request, accounts);
    const { secret, uri } = await secondFactors.setUp(user.id, user.name);
    return { uri, secret, qr: await qrcode.toString(uri, { type: 'svg' }) };
  });

  api.put(`${BASE}/second-factor`, { schema: { ...schema, body: CodeBody } }, async (request) => {
    const { user, token } = await recentlySignedIn(request, accounts);
    if (!(await secondFactors.confirm(user.id, request.body.code))) throw wrongCode();
    await sessions.endOthers(user.id, token);
    return fresh(request);
  });

  api.delete(
    `${BASE}/second-factor`,
    { schema: { ...schema, body: CodeBody } },
    async (request) => {
      const { user } = await recentlySignedIn(request, accounts);
      const limited = { by: 'user', value: user.id } as const;
      if ((await accounts.limits.begin(limited)) > 0) throw wrongCode();
      if (!(await secondFactors.check(user.id, request.body.code))) throw wrongCode();
      await accounts.limits.right(limited);
      await secondFactors.remove(user.id);
      return fresh(request);
    },
  );

  api.post(
    `${BASE}/sign-in`,
    { schema: { ...schema, body: Type.Object({ identifier: Type.String() }) } },
    async (request, reply) => {
      const key = newToken();
      const expires = new Date(Date.now() + SIGN_IN_MS);
      const { challenge } = await identify(parts, key, request.body.identifier, {
        challenge: false,
        expires,
      });
      setSignInCookie(reply, accounts, key);
      return { passed: true, errors: [], step: 'face', challenge };
    },
  );

  api.post(
    `${BASE}/sign-in/face`,
    { schema: { ...schema, body: FaceImages } },
    async (request, reply) => {
      const context = contextOf(request, reply, { client: ACCOUNTS });
      const result = await showFace(parts, context, keyOf(request), {
        images: liveImages(request.body.images),
        address: request.ip,
        secondFactor: false,
      });
      return signInStep(request, reply, result);
    },
  );

  api.post(
    `${BASE}/sign-in/second-factor`,
    { schema: { ...schema, body: CodeBody } },
    async (request, reply) => {
      const context = contextOf(request, reply, { client: ACCOUNTS });
      const result = await giveCode(parts, context, keyOf(request), request.body.code);
      return signInStep(request, reply, result);
    },
  );

  async function signInStep(
    request: FastifyRequest,
    reply: FastifyReply,
    { passed, errors }: Awaited<ReturnType<typeof giveCode>>,
  ) {
    const key = keyOf(request);
    const signIn = await signIns.find(key);
    const step = await nextStep(parts, signIn, { secondFactor: false });
    if (step === 'done' && signIn?.userId !== undefined) {
      await signIns.end(key);
      await begin(reply, signIn.userId, 'face');
    }
    return { passed, errors: shownErrors(errors), step, challenge: signIn?.challenge ?? [] };
  }
}

const wrongCode = () => new InvalidArgument(`code: ${jobError('WrongCode').message}`);

/** @throws NotFound */
function keyOf(request: FastifyRequest): string {
  const key = signInKey(request);
  if (key === undefined) throw new NotFound('Say first who you are.');
  return key;
}
