/** Signs the playground in by the link that the start-up printed. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Playground } from '../../../access/clients/playground.ts';
import { pageCalls } from './page-calls.ts';

const Token = Type.String({ maxLength: 100 });

export function addPlaygroundCalls(app: FastifyInstance, playground: Playground): void {
  const { post } = pageCalls(app, '/playground/v1', 'Playground');
  post('/session', { body: Type.Object({ link: Token }) }, async ({ body }) =>
    playground.redeem(body.link),
  );
  post('/token', { body: Type.Object({ session: Token }) }, async ({ body }) => ({
    token: await playground.token(body.session),
  }));
}
