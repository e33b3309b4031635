/** What is kept about the user who is signed in: face, applications, everything; and its erasure. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { agreedText, consentText } from '../../access/accounts/consent-text.ts';
import { ACCOUNTS } from '../../access/accounts/user.ts';
import { InvalidArgument, NotFound } from '../../errors.ts';
import { accountData, eraseAccount } from '../../operations/account-data.ts';
import { bcidOf } from '../../operations/context.ts';
import { enrollOwnFace } from '../../operations/enroll-own-face.ts';
import { runJob } from '../../operations/job.ts';
import { readStatus } from '../../operations/template-status.ts';
import { accountDataAnswer, faceAnswer, sessionAnswer } from './account-answers.ts';
import { clearSessionCookie, recentlySignedIn, signedIn } from './account-cookies.ts';
import { attachment, imageProperties } from './answers.ts';
import { contextOf } from './job-context.ts';
import { EnrolmentImages, liveImages } from './live-images.ts';
import type { HttpParts } from './parts.ts';

const BASE = '/account/v1';
const schema = { hide: true };

const EnrolmentBody = Type.Object({
  images: EnrolmentImages,
  consent: Type.Object({ version: Type.String(), language: Type.String() }),
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

  api.get(`${BASE}/face`, { schema }, async (request) => {
    const { user } = await signedIn(request, accounts);
    const face = await readStatus(templates, bcidOf(ACCOUNTS, user.classId), true);
    return faceAnswer(face, await consents.face(user.id));
  });

  api.post(
    `${BASE}/face`,
    { schema: { ...schema, body: EnrolmentBody } },
    async (request, reply) => {
      const { user, token } = await recentlySignedIn(request, accounts);
      const { consent, images } = request.body;
      const text = agreedText(consent.version, consent.language);
      const context = contextOf(request, reply, { client: ACCOUNTS });
      const job = { operation: 'enroll', classId: user.classId } as const;
      const result = await runJob(parts, context, job, (admitted) =>
        enrollOwnFace(parts, admitted, { user, images: liveImages(images), consent: text }),
      );
      if (result.enrolled) {
        await consents.giveFace(user.id, text);
        await accounts.sessions.endOthers(user.id, token);
      }
      return {
        enrolled: result.enrolled,
        errors: result.errors,
        imageProperties: result.images.map((image) => imageProperties(image)),
        face: faceAnswer(result.template, await consents.face(user.id)),
      };
    },
  );

  api.get(`${BASE}/applications`, { schema }, async (request) => {
    const { user } = await signedIn(request, accounts);
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
    { schema: { ...schema, params: Type.Object({ id: Type.String() }) } },
    async (request) => {
      const { user } = await recentlySignedIn(request, accounts);
      if (!(await consents.revoke(user.id, request.params.id)))
        throw new NotFound('This application has no access.');
      return {};
    },
  );

  api.get(`${BASE}/data`, { schema }, async (request, reply) => {
    const { user } = await recentlySignedIn(request, accounts);
    reply.header('content-disposition', attachment('my-data.json'));
    return accountDataAnswer(await accountData(parts, user));
  });

  api.delete(
    BASE,
    { schema: { ...schema, body: Type.Object({ name: Type.String() }) } },
    async (request, reply) => {
      const { user } = await recentlySignedIn(request, accounts);
      if (request.body.name !== user.name)
        throw new InvalidArgument('name: type your own name to confirm');
      await eraseAccount(parts, user, 'the user');
      clearSessionCookie(reply, accounts);
      return sessionAnswer(accounts, undefined, false);
    },
  );
}
