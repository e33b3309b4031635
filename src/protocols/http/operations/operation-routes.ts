/** The routes of operations, from their contracts. */
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { Contract, HttpCall } from '../../../contract/contract.ts';
import type { OperationParts } from '../../../operations/context.ts';
import { IMAGE_LIST_STRUCTURE } from '../plugins/bodies/structure-limit.ts';
import { runRequestedJob } from '../plugins/job-context.ts';
import { compileValidator } from '../plugins/validation.ts';
import { operationSchema } from './operation-schema.ts';

export function addOperationRoutes(
  app: FastifyInstance,
  parts: OperationParts,
  contracts: readonly Contract[],
): void {
  for (const contract of contracts) {
    const { http, imageList } = contract;
    app.route({
      method: http.method,
      url: http.path,
      schema: operationSchema(contract),
      validatorCompiler: validatorOf(contract),
      config: {
        contract,
        ...(imageList && { bodyStructure: IMAGE_LIST_STRUCTURE }),
      },
      async handler(request, reply) {
        const given = givenBy(contract, request);
        const result = await runRequestedJob(parts, request, contract, given);
        reply.headers(contract.headers?.(result) ?? {});
        return contract.answer(result);
      },
    });
  }
}

/** The request of the operation, from path, query or body. */
function givenBy({ http }: Contract, { params, query, body }: FastifyRequest): unknown {
  if (http.params !== undefined) return params;
  return http.method === 'GET' ? query : asMembers(http, body);
}

/** A bare list as the member that it stands for. */
const asMembers = ({ list }: HttpCall, body: unknown) =>
  list !== undefined && Array.isArray(body) ? { [list.member]: body } : body;

/** Validates both forms of a body as one, so that messages name `images[1].image` for either. */
const validatorOf =
  ({ http, request }: Contract): FastifySchemaCompiler<TSchema> =>
  (route) => {
    if (route.httpPart !== 'body' || http.list === undefined || http.list.only)
      return compileValidator(route);
    const validate = compileValidator({ ...route, schema: request as TSchema });
    return (body: unknown) => validate(asMembers(http, body));
  };
