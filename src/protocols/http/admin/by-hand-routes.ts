/** Administration below `/admin/v1`: calls in the name of a client, with uploaded images. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { callContract } from '../../../contract/call.ts';
import type { Contract } from '../../../contract/contract.ts';
import { enrollContract } from '../../../contract/enroll.ts';
import { searchContract } from '../../../contract/search.ts';
import { verifyContract } from '../../../contract/verify.ts';
import type { Right } from '../../../operations/rights.ts';
import { parseClassId } from '../../class-id.ts';
import { LARGEST_BODY } from '../../limits.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import { JSON_NOTATION } from '../plugins/base64.ts';
import { contextOf } from '../plugins/job-context.ts';
import { actorOf, BASE, change } from './administration.ts';

const TransactionQuery = Type.Object({
  transactionId: Type.Optional(Type.String({ maxLength: 256 })),
});

type Request = FastifyRequest & {
  readonly params: { readonly client: string };
  readonly query: { readonly transactionId?: string };
};

export function addByHandRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { post } = pageCalls(app, `${BASE}/by-hand`, 'Administration');
  const declared = (right: Right, { request }: Contract) => ({
    ...change(right, 'params.client'),
    querystring: TransactionQuery,
    body: request!,
    bodyBytes: LARGEST_BODY,
    onRequest: async (sent: FastifyRequest) => {
      sent.sender = ACCOUNTS.id;
    },
  });

  post('/:client/search', declared('see-pictures', searchContract), async (request, reply) => {
    const { run } = await inNameOf(request, reply);
    // It writes its own entry.
    return searchContract.answer(await run(searchContract, 0n));
  });

  for (const [path, right, contract] of [
    ['/:client/verify/:classId', 'see-pictures', verifyContract],
    ['/:client/enroll/:classId', 'change-client', enrollContract],
  ] as const)
    post(path, declared(right, contract), async (request, reply) => {
      const classId = parseClassId(request.params.classId);
      const { run, client, actor } = await inNameOf(request, reply);
      const record = (outcome: string) =>
        parts.audit.append({
          ...{ event: 'by-hand', actor, clientId: client.id, jobId: request.id },
          details: { change: contract.operation, classId, outcome },
        });
      const result = await run(contract, classId).catch(async (error: Error) => {
        await record(error.name);
        throw error;
      });
      await record(result.decision);
      return contract.answer(result);
    });

  async function inNameOf(request: Request, reply: FastifyReply) {
    const client = await parts.clients.get(request.params.client);
    const actor = actorOf(request);
    const context = { ...contextOf(request, reply, { client }), ...request.query, actor };
    // As of calls of clients, the log has a line.
    request.job = context;
    const run = (contract: Contract, classId: bigint) =>
      callContract(parts, context, contract, {
        ...{ given: request.body, notation: JSON_NOTATION, classId },
      });
    return { client, actor, run };
  }
}
