import Fastify from 'fastify';
import { CONTRACTS } from '../../../src/contract/all.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { readRequest } from '../../../src/contract/requests.ts';
import { ServiceError } from '../../../src/errors.ts';
import { JSON_NOTATION } from '../../../src/protocols/http/plugins/base64.ts';
import { registerJsonBodies } from '../../../src/protocols/http/plugins/bodies/json-bodies.ts';
import { compileValidator } from '../../../src/protocols/http/plugins/validation.ts';
import { Broken, seed, type Target } from '../target.ts';

const contracts = (CONTRACTS as readonly Contract[]).filter(({ request }) => request !== undefined);
const app = Fastify();
registerJsonBodies(app, {
  ...{ bodyBytes: 65_536, smallBodyBytes: 65_536, bodyBytesInFlight: 1e9 },
  pace: { window: 60_000, leastBytes: 1 },
});
for (const [i, { request }] of contracts.entries())
  app.post(
    `/${i}`,
    { schema: { body: request }, validatorCompiler: compileValidator as never },
    async ({ body }) => {
      readRequest(request!, body, JSON_NOTATION);
      return {};
    },
  );
app.setErrorHandler((error: Error, _request, reply) => {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const refused = error instanceof ServiceError ? error.httpStatus : status;
  return reply.code('validation' in error ? 400 : refused).send({ error: String(error.stack) });
});

const IMAGE = '"image":"iVBORw0KGgo=","tags":["a"]';

/** The first byte selects the operation; the others are its body. */
export const target: Target = {
  seeds: [
    ...contracts.map((_, i) => seed(`${String.fromCharCode(i)}{${IMAGE}}`)),
    ...contracts.map((_, i) => seed(`${String.fromCharCode(i)}[{${IMAGE}},{${IMAGE}}]`)),
  ],
  words: [
    ...['"images":', '"image":', '"tags":', '"__proto__":', '"constructor":', '"challenge":'],
    ...['null', 'true', '1e999', '-0', '\\u0000', '\\ud800', 'data:image/png;base64,', '\ufeff'],
    ...['"liveImage1":', '"photo":', '"consent":', '"burst":', '"count":', '[', ']', '{', '}'],
  ],
  isRefusal: () => false,
  async parse(input) {
    const [choice = 0] = input;
    const { statusCode, body } = await app.inject({
      ...{ method: 'POST', url: `/${choice % contracts.length}` },
      ...{
        headers: { 'content-type': 'application/json' },
        payload: Buffer.from(input.subarray(1)),
      },
    });
    if (statusCode >= 500) throw new Broken(body.slice(0, 200));
  },
};
