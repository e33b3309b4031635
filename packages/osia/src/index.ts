/** The ABIS part of OSIA v6: addresses, scopes and errors, around the common operations. */
import type {
  Extension,
  FastifyInstance,
  FastifyRequest,
  Routes,
  Service,
} from 'prosopon/extensions';
import { type Static, type TSchema, Type } from 'typebox';
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
import { type Abis, IdentifyQuery, PATH, type Params, type Query, serve } from './served.ts';
import { classIdOf, notServed, refuseParameters, requireGallery, UNSERVED } from './subset.ts';
import { createTasks } from './tasks.ts';

function routes(): Routes {
  const scopes = new Map<string, string>();
  let service: Service;
  return {
    answerTo: ({ grpcCode: code, message }) => ({ body: { code, message } }),
    admit(request, granted) {
      const scope = scopes.get(nameOf(request));
      if (scope !== undefined && !granted.includes(scope))
        throw service.refusal('PermissionDenied', `The token lacks the scope ${scope}.`);
    },
    classOf(request) {
      const { personId } = request.params as Params;
      if (personId === undefined) return undefined;
      const classId = classIdOf(personId);
      if (classId !== undefined) return classId;
      if (request.method === 'POST' && nameOf(request).includes('/encounters'))
        throw service.refusal('InvalidArgument', 'personId: expected a positive 64-bit number');
      throw service.refusal('NotFound', 'Unknown person.');
    },
    add(app, given) {
      service = given;
      app.addHook('preHandler', async (request) => {
        const query = request.query as Static<typeof Query>;
        refuseParameters(service, query);
        service.setTransaction(request, query.transactionId);
      });
      const abis = { service, scopes, tasks: createTasks(service) };
      addEncounters(app, abis);
      addComparisons(app, abis);
      addTasks(app, abis);
      addUnserved(app, abis);
    },
  };
}

/** Method and pattern of the address. */
const nameOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url}`;

const extension: Extension = { start: () => ({ routes: routes() }) };

export default extension;

function addEncounters(app: FastifyInstance, abis: Abis): void {
  const { service } = abis;
  const create = {
    method: 'POST',
    scope: 'abis.encounter.write',
    operation: 'enroll',
    body: Encounter,
    answer: PersonIds,
  } as const;
  serve(app, abis, {
    ...create,
    url: '/persons',
    summary: 'Create an encounter and its person',
    run: (operations, { body: encounter, clientId }) =>
      createEncounter(service, operations, { encounter, clientId, classId: service.newClassId() }),
  });
  serve(app, abis, {
    ...create,
    url: '/persons/:personId/encounters',
    summary: 'Create the encounter of a person',
    run: (operations, { body: encounter, classId, clientId }) =>
      createEncounter(service, operations, { encounter, classId, clientId }),
  });
  serve(app, abis, {
    ...create,
    url: '/persons/:personId/encounters/:encounterId',
    summary: 'Create the encounter of a person under its id',
    refused: [409],
    run: (operations, { body: encounter, classId, clientId, params: { encounterId } }) =>
      createEncounter(service, operations, { encounter, classId, clientId, encounterId }),
  });
  for (const [url, answer] of [
    ['/persons/:personId/encounters', Type.Array(Encounter)],
    ['/persons/:personId/encounters/:encounterId', Encounter],
  ] as const)
    serve(app, abis, {
      method: 'GET',
      url,
      answer,
      refused: [404],
      scope: 'abis.encounter.read',
      operation: 'template-status',
      summary: 'Read encounters',
      run: (operations, { classId, clientId, params: { encounterId } }) =>
        readEncounter(service, operations, { classId, clientId, encounterId }),
    });
  for (const url of ['/persons/:personId', '/persons/:personId/encounters/:encounterId'])
    serve(app, abis, {
      method: 'DELETE',
      url,
      refused: [404],
      scope: 'abis.encounter.write',
      operation: 'delete-template',
      summary: 'Delete encounters',
      run: (operations, { classId, clientId, params: { encounterId } }) =>
        deleteEncounter(service, operations, { classId, clientId, encounterId }),
    });
}

function addComparisons(app: FastifyInstance, abis: Abis): void {
  const { service } = abis;
  serve(app, abis, {
    method: 'POST',
    url: '/verify/:galleryId/:personId',
    scope: 'abis.verify',
    operation: 'verify',
    summary: 'Verify a person',
    body: VerifyRequest,
    answer: Verification,
    refused: [404],
    run(operations, { params, body, classId, clientId }) {
      requireGallery(service, params.galleryId!, clientId);
      return verifyPerson(service, operations, classId, body.biometricData);
    },
  });
  serve(app, abis, {
    method: 'POST',
    url: '/verify',
    scope: 'abis.verify',
    operation: 'photo-verify',
    summary: 'Compare two sets of biometric data',
    body: VerifyTwoRequest,
    answer: Verification,
    run: (operations, { body: { biometricData1, biometricData2 } }) =>
      verifyData(service, operations, biometricData1, biometricData2),
  });
  serve(app, abis, {
    method: 'POST',
    url: '/identify/:galleryId',
    scope: 'abis.identify',
    operation: 'search',
    summary: 'Identify a person',
    query: IdentifyQuery,
    body: IdentifyRequest,
    answer: Candidates,
    refused: [404],
    run(operations, { params, query, clientId, body: { filter, biometricData } }) {
      requireGallery(service, params.galleryId!, clientId);
      const most = query.maxNbCand ?? Number.POSITIVE_INFINITY;
      return identify(service, operations, biometricData, { filter, most });
    },
  });
}

function addTasks(app: FastifyInstance, { tasks, scopes }: Abis): void {
  const schemaOf = (summary: string, answer: TSchema | undefined, refused: Refusal[]) => ({
    summary,
    tags: ['OSIA'],
    security: [{ bearer: [] }],
    response: answersOf({ answer, refused, withBody: false }),
  });
  const status = `${PATH}/tasks/:taskId/status`;
  scopes.set(`GET ${status}`, 'abis.task.read');
  app.get(status, {
    schema: schemaOf('Read how far a task is', TaskStatus, [404]),
    async handler(request, reply) {
      const status = tasks.status(request, (request.params as Params).taskId!);
      return reply.type('application/json').send(JSON.stringify(status));
    },
  });
  const redeliver = `${PATH}/tasks/:taskId/redeliver`;
  scopes.set(`POST ${redeliver}`, 'abis.task.update');
  app.post(redeliver, {
    config: { bodyBytes: 0 },
    schema: schemaOf('Send the result of a task again', undefined, [404, 409]),
    async handler(request, reply) {
      tasks.redeliver(request, (request.params as Params).taskId!);
      return reply.code(204).send();
    },
  });
}

function addUnserved(app: FastifyInstance, { service, scopes }: Abis): void {
  for (const [method, url, scope] of UNSERVED) {
    scopes.set(`${method} ${PATH}${url}`, scope);
    app.route({
      method,
      url: PATH + url,
      config: { bodyBytes: 0 },
      schema: { hide: true },
      onRequest: async () => {
        throw notServed(service, `${method} ${url}`);
      },
      handler: async () => undefined,
    });
  }
}
