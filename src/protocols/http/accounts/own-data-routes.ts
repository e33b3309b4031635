/** What is kept about the user who is signed in: face, applications, everything; and its erasure. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { agreedText, consentText } from '../../../access/accounts/consent-text.ts';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { imageProperties } from '../../../contract/members.ts';
import { InvalidArgument, NotFound } from '../../../errors.ts';
import { accountData, eraseAccount } from '../../../operations/account-data.ts';
import { bcidOf } from '../../../operations/context.ts';
import { enrollInSession, enrolmentChallenge } from '../../../operations/enroll-in-session.ts';
import type { SignedIn } from '../../../operations/session-access.ts';
import { readStatus } from '../../../operations/template-status.ts';
import type { HttpParts } from '../parts.ts';
import { attachment } from '../plugins/common-headers.ts';
import { contextOf } from '../plugins/job-context.ts';
import { accountDataAnswer, faceAnswer, sessionAnswer } from './account-answers.ts';
import { clearSessionCookie } from './account-cookies.ts';
import { capturedImages, EnrolmentImages, IMAGES_BYTES } from './live-images.ts';
import { sessionOf } from './sessions.ts';

const BASE = '/account/v1';
const schema = { tags: ['Account'] };
const look = { session: {} };
const change = { session: { fresh: true } } as const;

const EnrolmentBody = Type.Object({
  ...EnrolmentImages.properties,
  consent: Type.Object({ version: Type.String(), language: Type.String() }),
  code: Type.Optional(Type.String()),
});

export function addOwnDataRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();
  const { accounts, templates, clients } = parts;
  const { consents } = accounts;

  api.get(
    `${BASE}/consent-text`,
    { schema: { ...schema, querystring: Type.Object({ language: Type.Optional(Type.String()) }) } },
    async (request) => consentText(request.query.language),
  );

  const lookAtFace = { session: { before: 'second-factor-set-up' } } as const;
  api.get(`${BASE}/face`, { schema, config: lookAtFace }, async (request) => {
    const { user } = sessionOf(request);
    const face = await readStatus(templates, bcidOf(ACCOUNTS, user.classId), true);
    return faceAnswer(face, await consents.face(user.id));
  });

  const enrol = { session: { fresh: true, before: 'second-factor-set-up' } } as const;
  api.post(`${BASE}/face/challenge`, { schema, config: enrol }, async (request) => ({
    challenge: await enrolmentChallenge(parts, sessionOf(request)),
  }));

  api.post(
    `${BASE}/face`,
    {
      schema: { ...schema, body: EnrolmentBody },
      config: { ...enrol, bodyBytes: IMAGES_BYTES },
      onRequest: async (request) => {
        request.sender = ACCOUNTS.id;
      },
    },
    async (request, reply) => {
      const signedIn = sessionOf(request);
      const { consent, code } = request.body;
      const context = contextOf(request, reply, { client: ACCOUNTS });
      const result = await enrollInSession(parts, context, signedIn, {
        ...capturedImages(request.body),
        consent: agreedText(consent.version, consent.language),
        code,
      });
      return {
        enrolled: result.enrolled,
        errors: result.errors,
        challenge: result.challenge,
        imageProperties: result.images.map((image) => imageProperties(image)),
        face: faceAnswer(result.template, await consents.face(signedIn.user.id)),
      };
    },
  );

  api.get(`${BASE}/applications`, { schema, config: look }, async (request) => {
    const { user } = sessionOf(request);
    const granted = await consents.applications(user.id);
    return Promise.all(
      granted.map(async ({ clientId, scopes, granted: since, lastUsed }) => ({
        id: clientId,
        name: (await clients.find(clientId))?.name ?? clientId,
        scopes,
        granted: since.toISOString(),
        lastUsed: lastUsed.toISOString(),
      })),
    );
  });

  api.delete(
    `${BASE}/applications/:id`,
    { schema: { ...schema, params: Type.Object({ id: Type.String() }) }, config: change },
    async (request) => {
      const { user } = sessionOf(request);
      if (!(await consents.revoke(user.id, request.params.id)))
        throw new NotFound('This application has no access.');
      return {};
    },
  );

  const sessionsAnswer = async ({ user, token }: SignedIn) =>
    (await accounts.sessions.list(user.id, token)).map(({ created, expires, kind, current }) => ({
      created: created.toISOString(),
      expires: expires.toISOString(),
      kind,
      current,
    }));

  api.get(`${BASE}/sessions`, { schema, config: look }, (request) =>
    sessionsAnswer(sessionOf(request)),
  );

  api.delete(`${BASE}/sessions`, { schema, config: change }, async (request) => {
    const signedIn = sessionOf(request);
    await accounts.sessions.endOthers(signedIn.user.id, signedIn.token);
    return sessionsAnswer(signedIn);
  });

  api.get(`${BASE}/data`, { schema, config: change }, async (request, reply) => {
    const { user } = sessionOf(request);
    reply.header('content-disposition', attachment('my-data.json'));
    return accountDataAnswer(await accountData(parts, user));
  });

  api.delete(
    BASE,
    { schema: { ...schema, body: Type.Object({ name: Type.String() }) }, config: change },
    async (request, reply) => {
      const { user } = sessionOf(request);
      if (request.body.name !== user.name)
        throw new InvalidArgument('name: type your own name to confirm');
      await eraseAccount(parts, user, 'the user');
      clearSessionCookie(reply, accounts);
      return sessionAnswer(parts, undefined);
    },
  );
}
