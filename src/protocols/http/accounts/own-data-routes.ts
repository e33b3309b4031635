/** Data about the signed-in user: face, applications, everything, and its erasure. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import {
  accountData,
  endSession,
  eraseOwnAccount,
  revokeConsent,
} from '../../../operations/accounts/account-data.ts';
import {
  enrollInSession,
  enrolmentChallenge,
} from '../../../operations/accounts/enroll-own-face.ts';
import { bcidOf } from '../../../operations/context.ts';
import { usableStatus } from '../../../operations/face/template-status.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { PeopleParts } from '../parts.ts';
import { attachment } from '../plugins/common-headers.ts';
import { contextOf } from '../plugins/job-context.ts';
import {
  accountDataAnswer,
  applicationsAnswer,
  consentTextAnswer,
  enrolmentAnswer,
  faceAnswer,
  sessionAnswer,
  sessionsAnswer,
  signInsAnswer,
} from './account-answers.ts';
import { clearSessionCookie, setBrowserCookie } from './account-cookies.ts';
import { capturedImages, FaceImages, IMAGES_BYTES } from './live-images.ts';
import { sessionOf } from './sessions.ts';
import { Remembering } from './sign-in-routes.ts';
import { visitorOf } from './visitor.ts';

const BASE = '/account/v1';
const look = { session: {} };
const change = { session: { fresh: true } } as const;

const EnrolmentBody = Type.Object({
  ...FaceImages.properties,
  consent: Type.Object({ version: Type.String(), language: Type.String() }),
  ...Remembering,
});

export function addOwnDataRoutes(app: FastifyInstance, parts: PeopleParts): void {
  const { get, post, remove } = pageCalls(app, BASE, 'Account');
  const { accounts, templates } = parts;
  const { consents, operator } = accounts;

  get(
    '/consent-text',
    { querystring: Type.Object({ language: Type.Optional(Type.String()) }) },
    async (request) => consentTextAnswer(operator, request.query.language),
  );

  const lookAtFace = { session: { before: 'second-factor-set-up' } } as const;
  get('/face', lookAtFace, async (request) => {
    const { user } = sessionOf(request);
    const face = await usableStatus(templates, bcidOf(ACCOUNTS, user.classId));
    return faceAnswer(face, await consents.face(user.id));
  });

  const enrol = {
    session: { fresh: true, owner: true, byLink: true, before: 'second-factor-set-up' },
  } as const;
  post('/face/challenge', enrol, async (request) => ({
    challenge: await enrolmentChallenge(parts, sessionOf(request)),
  }));

  post(
    '/face',
    {
      ...enrol,
      bodyBytes: IMAGES_BYTES,
      body: EnrolmentBody,
      onRequest: async (request) => {
        request.sender = ACCOUNTS.id;
      },
    },
    async (request, reply) => {
      const signedIn = sessionOf(request);
      const { consent, browserKey } = request.body;
      const context = contextOf(request, reply, { client: ACCOUNTS });
      const result = await enrollInSession(parts, context, signedIn, {
        ...capturedImages(request.body),
        consent,
        browser: visitorOf(request, accounts, browserKey).browser,
      });
      if (result.browser !== undefined) setBrowserCookie(reply, accounts, result.browser);
      return enrolmentAnswer(result, await consents.face(signedIn.user.id));
    },
  );

  get('/applications', look, async (request) => applicationsAnswer(parts, sessionOf(request).user));

  remove('/applications/:id', change, async (request) => {
    const { user } = sessionOf(request);
    await revokeConsent(accounts, user, request.params.id);
  });

  get('/sessions', look, async (request) => sessionsAnswer(parts, sessionOf(request)));

  remove('/sessions', change, async (request) => {
    const signedIn = sessionOf(request);
    await accounts.sessions.endOthers(signedIn.user.id, signedIn.token);
    return sessionsAnswer(parts, signedIn);
  });

  remove('/sessions/:name', change, async (request) => {
    const signedIn = sessionOf(request);
    await endSession(accounts, signedIn.user, request.params.name);
    return sessionsAnswer(parts, signedIn);
  });

  get('/sign-ins', look, async (request) => signInsAnswer(parts, sessionOf(request).user));

  get('/data', change, async (request, reply) => {
    const { user } = sessionOf(request);
    reply.header('content-disposition', attachment('my-data.json'));
    return accountDataAnswer(await accountData(parts, user));
  });

  remove('', { ...change, body: Type.Object({ name: Type.String() }) }, async (request, reply) => {
    const { user } = sessionOf(request);
    await eraseOwnAccount(parts, user, request.body.name);
    clearSessionCookie(reply, accounts);
    return sessionAnswer(parts, undefined);
  });
}
