/** The ABIS part of OSIA v6: addresses, scopes and errors, around the common operations. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { newClassId } from '../../access/new-class-id.ts';
import { jobOf } from '../../contract/call.ts';
import type { Contract } from '../../contract/contract.ts';
import { deleteTemplateContract } from '../../contract/delete-template.ts';
import { enrollContract } from '../../contract/enroll.ts';
import { photoVerifyContract } from '../../contract/photo-verify.ts';
import { searchContract } from '../../contract/search.ts';
import { templateStatusContract } from '../../contract/template-status.ts';
import { verifyContract } from '../../contract/verify.ts';
import { PermissionDenied } from '../../errors.ts';
import type { Context } from '../../operations/context.ts';
import { runJob } from '../../operations/job.ts';
import type { HttpParts } from '../http/parts.ts';
import { PARTS_OF_IMAGE_LIST } from '../http/plugins/bodies/json-bodies.ts';
import { sendBody } from '../http/plugins/errors.ts';
import {
  beginJob,
  bookRefusal,
  type RequestAuthenticator,
  registerJobContext,
} from '../http/plugins/job-context.ts';
import { withMethodNotAllowed } from '../http/plugins/method-not-allowed.ts';
import { identify, requireDecided, verifyData, verifyPerson } from './comparisons.ts';
import { createEncounter, deleteEncounter, type OsiaResult, readEncounter } from './encounters.ts';
import { Encounter, IdentifyRequest, VerifyRequest, VerifyTwoRequest } from './schemas.ts';
import { notServed, personOf, refuseParameters, requireGallery, UNSERVED } from './subset.ts';
import { createTasks, type Tasks } from './tasks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** OSIA scope that the bearer token must have. */
    scope?: string;
  }
}

const PATH = '/osia/v1';

/** The supported query parameters. `refuseParameters` refuses all others. */
const Query = Type.Object({
  transactionId: Type.String({ pattern: '^[\\x20-\\x7e]{1,256}$' }),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
  algorithm: Type.Optional(Type.String()),
  callback: Type.Optional(Type.String()),
  threshold: Type.Optional(Type.String()),
  accuracyLevel: Type.Optional(Type.String()),
});
const IdentifyQuery = Type.Object({
  ...Query.properties,
  maxNbCand: Type.Optional(Type.Integer({ minimum: 1 })),
});

type AbisParts = HttpParts & { readonly tasks: Tasks };

interface Params {
  readonly personId?: string;
  readonly encounterId?: string;
  readonly galleryId?: string;
  readonly taskId?: string;
}

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
  registerJobContext(app, { ...parts, authenticate: withScope }, ({ params }) => {
    const { personId } = params as Params;
    return personId === undefined ? undefined : personOf(personId);
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

interface Served<Body extends TSchema> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly scope: string;
  /** For permissions and bookkeeping. */
  readonly contract: Contract;
  readonly summary: string;
  readonly query?: TSchema;
  readonly body?: Body;
  run(context: Context, call: Call<Static<Body>>): Promise<OsiaResult>;
}

/** A call with the parts of its address. The class is 0 without a person. */
interface Call<Body> {
  readonly params: Params;
  readonly query: Static<typeof IdentifyQuery>;
  readonly body: Body;
  readonly classId: bigint;
}

function serve<Body extends TSchema>(
  app: FastifyInstance,
  parts: AbisParts,
  { method, url, scope, contract, summary, query = Query, body, run }: Served<Body>,
): void {
  // The transaction is in the query, not in a header of ours.
  const { transaction: _, ...own } = contract;
  app.route({
    method,
    url: PATH + url,
    config: { scope, contract: own, ...(contract.imageList && { bodyParts: PARTS_OF_IMAGE_LIST }) },
    schema: {
      summary,
      tags: ['OSIA'],
      security: [{ bearer: [] }],
      querystring: query,
      ...(body && { body }),
    },
    async handler(request, reply) {
      const { params, classId, body: given } = request;
      const query = request.query as Static<typeof Query>;
      const call = { params, classId, query, body: given } as Call<Static<Body>>;
      const work = async (begun: Context) => {
        const result = await runJob(parts, begun, jobOf(contract, classId), (context) =>
          run(context, call),
        );
        requireDecided(result);
        return result.answer;
      };
      const { callback, transactionId } = query;
      if (callback !== undefined)
        return reply
          .code(202)
          .send(await parts.tasks.begin(request, { callback, transactionId }, work));
      const answer = await work(beginJob(request));
      return answer === undefined ? reply.code(204).send() : answer;
    },
  });
}

function addEncounters(app: FastifyInstance, parts: AbisParts): void {
  const create = {
    method: 'POST',
    scope: 'abis.encounter.write',
    contract: enrollContract,
    body: Encounter,
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
    run: (context, { body: encounter, classId, params: { encounterId } }) =>
      createEncounter(parts, context, { encounter, classId, encounterId }),
  });
  for (const url of ['/persons/:personId/encounters', '/persons/:personId/encounters/:encounterId'])
    serve(app, parts, {
      method: 'GET',
      url,
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
    run(context, { params, query, body: { filter, biometricData } }) {
      requireGallery(params.galleryId!, context.client);
      const most = query.maxNbCand ?? Number.POSITIVE_INFINITY;
      return identify(parts, context, biometricData, { filter, most });
    },
  });
}

function addTasks(app: FastifyInstance, tasks: Tasks): void {
  const schemaOf = (summary: string) => ({ summary, tags: ['OSIA'], security: [{ bearer: [] }] });
  app.get(`${PATH}/tasks/:taskId/status`, {
    config: { scope: 'abis.task.read' },
    schema: schemaOf('Read how far a task is'),
    async handler(request, reply) {
      const status = await tasks.status(request, (request.params as Params).taskId!);
      return reply.type('application/json').send(JSON.stringify(status));
    },
  });
  app.post(`${PATH}/tasks/:taskId/redeliver`, {
    config: { scope: 'abis.task.update', bodyBytes: 0 },
    schema: schemaOf('Send the result of a task again'),
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
