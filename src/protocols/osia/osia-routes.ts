/** The ABIS part of OSIA v6: addresses, scopes and errors, around the common operations. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { newClassId } from '../../access/new-class-id.ts';
import { deleteTemplateContract } from '../../contract/delete-template.ts';
import { enrollContract } from '../../contract/enroll.ts';
import { photoVerifyContract } from '../../contract/photo-verify.ts';
import { searchContract } from '../../contract/search.ts';
import { templateStatusContract } from '../../contract/template-status.ts';
import { verifyContract } from '../../contract/verify.ts';
import { PermissionDenied } from '../../errors.ts';
import type { HttpParts } from '../http/parts.ts';
import { sendBody } from '../http/plugins/errors.ts';
import {
  bookRefusal,
  type RequestAuthenticator,
  registerJobContext,
} from '../http/plugins/job-context.ts';
import { withMethodNotAllowed } from '../http/plugins/method-not-allowed.ts';
import { answersOf, type Refusal } from './answers.ts';
import { identify, verifyData, verifyPerson } from './comparisons.ts';
import { createEncounter, deleteEncounter, readEncounter } from './encounters.ts';
import {
  Candidates,
  Encounter,
  IdentifyRequest,
  PersonIds,
  TaskStatus,
  Verification,
  VerifyRequest,
  VerifyTwoRequest,
} from './schemas.ts';
import { type AbisParts, IdentifyQuery, PATH, type Params, type Query, serve } from './served.ts';
import {
  newPersonOf,
  notServed,
  personOf,
  refuseParameters,
  requireGallery,
  UNSERVED,
} from './subset.ts';
import { createTasks, type Tasks } from './tasks.ts';

export function registerOsia(app: FastifyInstance, parts: HttpParts): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, thrown);
    request.failure = error;
    return sendBody(reply, error, 'Bearer', { code: error.grpcCode, message: error.message });
  });
  const withScope: RequestAuthenticator = async (header, request) => {
    const caller = await parts.authenticate(header);
    requireScope(caller.scopes, request);
    return caller;
  };
  registerJobContext(app, { ...parts, authenticate: withScope }, ({ params, routeOptions }) => {
    const { personId } = params as Params;
    if (personId === undefined) return undefined;
    return (routeOptions.config.creates ? newPersonOf : personOf)(personId);
  });
  app.addHook('preHandler', async (request) => {
    const query = request.query as Static<typeof Query>;
    refuseParameters(query);
    const { transactionId } = query;
    if (request.job !== null) request.job = { ...request.job, transactionId };
  });
  const abis = { ...parts, tasks: createTasks(app, parts.callbacks) };
  withMethodNotAllowed(app, (routes) => {
    addEncounters(routes, abis);
    addComparisons(routes, abis);
    addTasks(routes, abis.tasks);
    addUnserved(routes);
  });
}

/** @throws PermissionDenied the token was not made for such calls */
function requireScope(scopes: readonly string[] = [], request: FastifyRequest): void {
  const { scope } = request.routeOptions.config;
  if (scope !== undefined && !scopes.includes(scope))
    throw new PermissionDenied(`The token lacks the scope ${scope}.`);
}

function addEncounters(app: FastifyInstance, parts: AbisParts): void {
  const create = {
    method: 'POST',
    scope: 'abis.encounter.write',
    contract: enrollContract,
    body: Encounter,
    creates: true,
    answer: PersonIds,
  } as const;
  serve(app, parts, {
    ...create,
    url: '/persons',
    summary: 'Create an encounter and its person',
    run: (context, { body: encounter }) =>
      createEncounter(parts, context, { encounter, classId: newClassId() }),
  });
  serve(app, parts, {
    ...create,
    url: '/persons/:personId/encounters',
    summary: 'Create the encounter of a person',
    run: (context, { body: encounter, classId }) =>
      createEncounter(parts, context, { encounter, classId }),
  });
  serve(app, parts, {
    ...create,
    url: '/persons/:personId/encounters/:encounterId',
    summary: 'Create the encounter of a person under its id',
    refused: [409],
    run: (context, { body: encounter, classId, params: { encounterId } }) =>
      createEncounter(parts, context, { encounter, classId, encounterId }),
  });
  for (const [url, answer] of [
    ['/persons/:personId/encounters', Type.Array(Encounter)],
    ['/persons/:personId/encounters/:encounterId', Encounter],
  ] as const)
    serve(app, parts, {
      method: 'GET',
      url,
      answer,
      refused: [404],
      scope: 'abis.encounter.read',
      contract: templateStatusContract,
      summary: 'Read encounters',
      run: (context, { classId, params: { encounterId } }) =>
        readEncounter(parts, context, classId, encounterId),
    });
  for (const url of ['/persons/:personId', '/persons/:personId/encounters/:encounterId'])
    serve(app, parts, {
      method: 'DELETE',
      url,
      refused: [404],
      scope: 'abis.encounter.write',
      contract: deleteTemplateContract,
      summary: 'Delete encounters',
      run: (context, { classId, params: { encounterId } }) =>
        deleteEncounter(parts, context, classId, encounterId),
    });
}

function addComparisons(app: FastifyInstance, parts: AbisParts): void {
  serve(app, parts, {
    method: 'POST',
    url: '/verify/:galleryId/:personId',
    scope: 'abis.verify',
    contract: verifyContract,
    summary: 'Verify a person',
    body: VerifyRequest,
    answer: Verification,
    refused: [404],
    run(context, { params, body, classId }) {
      requireGallery(params.galleryId!, context.client);
      return verifyPerson(parts, context, classId, body.biometricData);
    },
  });
  serve(app, parts, {
    method: 'POST',
    url: '/verify',
    scope: 'abis.verify',
    contract: photoVerifyContract,
    summary: 'Compare two sets of biometric data',
    body: VerifyTwoRequest,
    answer: Verification,
    run: (context, { body: { biometricData1, biometricData2 } }) =>
      verifyData(parts, context, biometricData1, biometricData2),
  });
  serve(app, parts, {
    method: 'POST',
    url: '/identify/:galleryId',
    scope: 'abis.identify',
    contract: searchContract,
    summary: 'Identify a person',
    query: IdentifyQuery,
    body: IdentifyRequest,
    answer: Candidates,
    refused: [404],
    run(context, { params, query, body: { filter, biometricData } }) {
      requireGallery(params.galleryId!, context.client);
      const most = query.maxNbCand ?? Number.POSITIVE_INFINITY;
      return identify(parts, context, biometricData, { filter, most });
    },
  });
}

function addTasks(app: FastifyInstance, tasks: Tasks): void {
  const schemaOf = (summary: string, answer: TSchema | undefined, refused: Refusal[]) => ({
    summary,
    tags: ['OSIA'],
    security: [{ bearer: [] }],
    response: answersOf({ answer, refused, withBody: false }),
  });
  app.get(`${PATH}/tasks/:taskId/status`, {
    config: { scope: 'abis.task.read' },
    schema: schemaOf('Read how far a task is', TaskStatus, [404]),
    async handler(request, reply) {
      const status = await tasks.status(request, (request.params as Params).taskId!);
      return reply.type('application/json').send(JSON.stringify(status));
    },
  });
  app.post(`${PATH}/tasks/:taskId/redeliver`, {
    config: { scope: 'abis.task.update', bodyBytes: 0 },
    schema: schemaOf('Send the result of a task again', undefined, [404, 409]),
    async handler(request, reply) {
      await tasks.redeliver(request, (request.params as Params).taskId!);
      return reply.code(204).send();
    },
  });
}

function addUnserved(app: FastifyInstance): void {
  for (const [method, url, scope] of UNSERVED)
    app.route({
      method,
      url: PATH + url,
      config: { scope, bodyBytes: 0 },
      schema: { hide: true },
      onRequest: async () => {
        throw notServed(`${method} ${url}`);
      },
      handler: async () => undefined,
    });
}
