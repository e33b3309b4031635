/** A call of OSIA as a route: scope, parameters, job, and the answer at once or at the callback. */
import type { FastifyInstance, OperationName, Operations, Service } from 'prosopon/extensions';
import { type Static, type TSchema, Type } from 'typebox';
import { ACCEPTED, answersOf, callbackOf, type Refusal } from './answers.ts';
import { requireDecided } from './comparisons.ts';
import type { OsiaResult } from './encounters.ts';
import { classIdOf } from './subset.ts';
import type { Tasks } from './tasks.ts';

export const PATH = '/osia/v1';

/** The supported query parameters. `refuseParameters` refuses all others. */
export const Query = Type.Object({
  transactionId: Type.String({ pattern: '^[\\x20-\\x7e]{1,256}$' }),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
  algorithm: Type.Optional(Type.String()),
  callback: Type.Optional(Type.String()),
  threshold: Type.Optional(Type.String()),
  accuracyLevel: Type.Optional(Type.String()),
});
export const IdentifyQuery = Type.Object({
  ...Query.properties,
  maxNbCand: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** What a route is made with. */
export interface Abis {
  readonly service: Service;
  readonly tasks: Tasks;
  /** The scope that a token needs, by method and address of the route. */
  readonly scopes: Map<string, string>;
}

export interface Params {
  readonly personId?: string;
  readonly encounterId?: string;
  readonly galleryId?: string;
  readonly taskId?: string;
}

interface Served<Body extends TSchema> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly scope: string;
  /** For permissions and bookkeeping. */
  readonly operation: OperationName;
  readonly summary: string;
  readonly query?: TSchema;
  readonly body?: Body;
  /** Absent: nothing. */
  readonly answer?: TSchema;
  /** Absent: none but those of every call. */
  readonly refused?: readonly Refusal[];
  run(operations: Operations, call: Call<Static<Body>>): Promise<OsiaResult>;
}

/** A call with the parts of its address. The class is 0 without a person. */
interface Call<Body> {
  readonly clientId: string;
  readonly params: Params;
  readonly query: Static<typeof IdentifyQuery>;
  readonly body: Body;
  readonly classId: bigint;
}

/** Adds the route of a call. */
export function serve<Body extends TSchema>(
  app: FastifyInstance,
  { service, tasks, scopes }: Abis,
  { method, url, scope, operation, summary, query = Query, body, run, ...served }: Served<Body>,
): void {
  const { answer, refused = [] } = served;
  scopes.set(`${method} ${PATH}${url}`, scope);
  app.route({
    method,
    url: PATH + url,
    config: { operation },
    schema: {
      summary,
      tags: ['OSIA'],
      security: [{ bearer: [] }],
      querystring: query,
      ...(body && { body }),
      response: { ...answersOf({ answer, refused, withBody: body !== undefined }), ...ACCEPTED },
      callbacks: callbackOf(answer),
    },
    async handler(request, reply) {
      const params = request.params as Params;
      const query = request.query as Static<typeof Query>;
      const classId = classIdOf(params.personId ?? '') ?? 0n;
      const work = async (signal?: AbortSignal) => {
        const job = { operation, classId, signal };
        const result = await service.job(request, job, (operations, { id: clientId }) => {
          const call = { params, classId, clientId, query, body: request.body };
          return run(operations, call as Call<Static<Body>>);
        });
        requireDecided(service, result);
        return result.answer;
      };
      const { callback, transactionId } = query;
      if (callback !== undefined)
        return reply.code(202).send(tasks.begin(request, { callback, transactionId }, work));
      const answer = await work();
      return answer === undefined ? reply.code(204).send() : answer;
    },
  });
}
