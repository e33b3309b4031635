/** A call of OSIA as a route: scope, parameters, job, and the answer at once or at the callback. */
import type { FastifyInstance } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { jobOf } from '../../contract/call.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Context } from '../../operations/context.ts';
import { runJob } from '../../operations/job.ts';
import type { HttpParts } from '../http/parts.ts';
import { IMAGE_LIST_STRUCTURE } from '../http/plugins/bodies/structure-limit.ts';
import { beginJob } from '../http/plugins/job-context.ts';
import { ACCEPTED, answersOf, callbackOf, type Refusal } from './answers.ts';
import { requireDecided } from './comparisons.ts';
import type { OsiaResult } from './encounters.ts';
import type { Tasks } from './tasks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** OSIA scope that the bearer token must have. */
    scope?: string;
    /** Whether the person in the address may be new. */
    creates?: boolean;
  }
}

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

export type AbisParts = HttpParts & { readonly tasks: Tasks };

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
  readonly contract: Contract;
  readonly summary: string;
  readonly query?: TSchema;
  readonly body?: Body;
  /** Whether the person in the address may be new. */
  readonly creates?: boolean;
  /** Absent: nothing. */
  readonly answer?: TSchema;
  /** Absent: none but those of every call. */
  readonly refused?: readonly Refusal[];
  run(context: Context, call: Call<Static<Body>>): Promise<OsiaResult>;
}

/** A call with the parts of its address. The class is 0 without a person. */
interface Call<Body> {
  readonly params: Params;
  readonly query: Static<typeof IdentifyQuery>;
  readonly body: Body;
  readonly classId: bigint;
}

/** Adds the route of a call. */
export function serve<Body extends TSchema>(
  app: FastifyInstance,
  parts: AbisParts,
  { method, url, scope, contract, summary, query = Query, body, run, ...served }: Served<Body>,
): void {
  const { creates = false, answer, refused = [] } = served;
  // The transaction is in the query, not in a header of ours.
  const { transaction: _, ...own } = contract;
  app.route({
    method,
    url: PATH + url,
    config: {
      scope,
      creates,
      contract: own,
      ...(contract.imageList && { bodyStructure: IMAGE_LIST_STRUCTURE }),
    },
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
