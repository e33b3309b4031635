/** The login of a user for an application: the calls of the page at `/login/{uid}`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ACCOUNTS } from '../../access/accounts/user.ts';
import type { Client } from '../../access/client.ts';
import { isNative } from '../../access/oauth/client-metadata.ts';
import type { LoginRequest } from '../../access/oauth/oauth.ts';
import { NotFound } from '../../errors.ts';
import {
  giveCode,
  identify,
  nextStep,
  type SignInParts,
  type StepResult,
  showFace,
} from '../../operations/sign-in-steps.ts';
import { shownErrors } from './account-answers.ts';
import { contextOf } from './job-context.ts';
import { FaceImages, liveImages } from './live-images.ts';
import type { HttpParts } from './parts.ts';

const LoginAddress = Type.Object({ uid: Type.String() });
const schema = { hide: true, params: LoginAddress };

/** The login under way, as the browser's cookie names it, and the application it is for. */
interface Login {
  readonly request: LoginRequest;
  readonly client: Client;
}

const PASSED: StepResult = { passed: true, errors: [] };

export function addLoginRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();
  const { oauth, consents, signIns } = parts.accounts;

  api.get('/login/:uid/state', { schema }, async (request, reply) => {
    const login = await loginOf(parts, request, reply);
    return stateOf(parts, login);
  });

  api.post(
    '/login/:uid/identifier',
    { schema: { ...schema, body: Type.Object({ identifier: Type.String() }) } },
    async (request, reply) => {
      const login = await loginOf(parts, request, reply);
      const { requireChallenge: challenge } = login.client.settings;
      const { expires, uid } = login.request;
      await identify(parts, uid, request.body.identifier, { challenge, expires });
      return answer(parts, request, reply, login, PASSED);
    },
  );

  api.post(
    '/login/:uid/face',
    { schema: { ...schema, body: FaceImages } },
    async (request, reply) => {
      const login = await loginOf(parts, request, reply);
      const { requireSecondFactor: secondFactor } = login.client.settings;
      const result = await showFace(parts, contextFor(request, reply, login), login.request.uid, {
        images: liveImages(request.body.images),
        address: request.ip,
        secondFactor,
      });
      return answer(parts, request, reply, login, result);
    },
  );

  api.post(
    '/login/:uid/second-factor',
    { schema: { ...schema, body: Type.Object({ code: Type.String() }) } },
    async (request, reply) => {
      const login = await loginOf(parts, request, reply);
      const result = await giveCode(
        parts,
        contextFor(request, reply, login),
        login.request.uid,
        request.body.code,
      );
      return answer(parts, request, reply, login, result);
    },
  );

  api.post('/login/:uid/consent', { schema }, async (request, reply) => {
    const login = await loginOf(parts, request, reply);
    const person = await personOf(parts, login);
    if (person === undefined) throw new NotFound('Log in before you consent.');
    await consents.grant(person.userId, login.client.id, login.request.scopes);
    return end(request, reply, login, { ...person, consented: true });
  });

  api.post('/login/:uid/cancel', { schema }, async (request, reply) => {
    const { request: login } = await loginOf(parts, request, reply);
    await signIns.end(login.uid);
    const location = await oauth.abort(request.raw, reply.raw);
    return { ...PASSED, state: null, location };
  });

  async function end(
    request: FastifyRequest,
    reply: FastifyReply,
    { request: { uid } }: Login,
    result: Parameters<typeof oauth.finish>[2],
  ) {
    const location = await oauth.finish(request.raw, reply.raw, result);
    await signIns.end(uid);
    return { ...PASSED, state: null, location };
  }

  /** After the last step the login ends, unless the user has to be asked for consent. */
  async function answer(
    { accounts }: SignInParts & HttpParts,
    request: FastifyRequest,
    reply: FastifyReply,
    login: Login,
    { passed, errors }: StepResult,
  ) {
    const state = await stateOf(parts, login);
    const person = state.step === 'consent' ? await personOf(parts, login) : undefined;
    if (person !== undefined && state.newScopes.length === 0 && !isNative(login.client)) {
      await accounts.consents.used(person.userId, login.client.id);
      return end(request, reply, login, { ...person, consented: false });
    }
    return { passed, errors: shownErrors(errors), state, location: null };
  }
}

/** The bookkeeping keeps which application a try was for. */
function contextFor(request: FastifyRequest, reply: FastifyReply, { client }: Login) {
  const referenceNumber = `oauth ${client.id}`;
  return { ...contextOf(request, reply, { client: ACCOUNTS }), referenceNumber };
}

/** @throws NotFound the login has ended or belongs to another browser */
async function loginOf(
  { accounts, clients }: HttpParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Login> {
  const { uid } = request.params as { readonly uid: string };
  const login = await accounts.oauth.loginRequest(request.raw, reply.raw);
  const client = await clients.find(login.clientId);
  if (login.uid !== uid || client === undefined)
    throw new NotFound('This login has ended or expired: go back to the application.');
  return { request: login, client };
}

/** Who has logged in by now, and how; undefined: nobody. */
async function personOf(parts: HttpParts, { request, client }: Login) {
  if (request.userId !== undefined) return { userId: request.userId, methods: undefined };
  const signIn = await parts.accounts.signIns.find(request.uid);
  const { requireSecondFactor: secondFactor } = client.settings;
  const step = await nextStep(parts, signIn, { secondFactor });
  if (step !== 'done' || signIn?.userId === undefined) return undefined;
  return { userId: signIn.userId, methods: signIn.methods };
}

async function stateOf(parts: HttpParts, login: Login) {
  const { request, client } = login;
  const signIn = await parts.accounts.signIns.find(request.uid);
  const { requireSecondFactor: secondFactor } = client.settings;
  const person = await personOf(parts, login);
  const consent = person && (await parts.accounts.consents.application(person.userId, client.id));
  const step = person ? 'consent' : await nextStep(parts, signIn, { secondFactor });
  return {
    client: { id: client.id, name: client.name },
    scopes: request.scopes,
    newScopes: request.scopes.filter((scope) => !consent?.scopes.includes(scope)),
    step,
    challenge: step === 'face' ? (signIn?.challenge ?? []) : [],
    loginHint: request.loginHint ?? null,
    expires: request.expires.toISOString(),
  };
}
