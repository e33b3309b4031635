/** Signs the playground in by the link that the start-up printed. */
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Playground } from '../../../access/clients/playground.ts';
import { lazily } from '../../../async.ts';
import { sharp } from '../../../faces/image/sharp.ts';
import { pageCalls } from './page-calls.ts';

/** A face in a photograph that comes with a package. */
const SAMPLE = { file: '@vladmandic/face-api/demo/sample6.jpg', left: 1382, top: 222, side: 420 };

const Token = Type.String({ maxLength: 100 });

export function addPlaygroundCalls(app: FastifyInstance, playground: Playground): void {
  const { post } = pageCalls(app, '/playground/v1', 'Playground');
  post('/session', { body: Type.Object({ link: Token }) }, async ({ body }) =>
    playground.redeem(body.link),
  );
  post('/token', { body: Type.Object({ session: Token }) }, async ({ body }) => ({
    token: await playground.token(body.session),
  }));
  const sampleFace = lazily(cutSample);
  app.get('/sample-face.jpg', { schema: { hide: true } }, async (_, reply) =>
    reply.type('image/jpeg').send(await sampleFace()),
  );
}

function cutSample(): Promise<Buffer> {
  const { file, left, top, side } = SAMPLE;
  const photo = sharp(createRequire(import.meta.url).resolve(file));
  return photo.extract({ left, top, width: side, height: side }).jpeg({ quality: 92 }).toBuffer();
}
