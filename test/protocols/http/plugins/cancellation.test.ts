/** Callers who go away, and more work than there is room for. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { examiningEngine } from '../../../../testing/engine.ts';
import { base64, jwt, startService, type TestService } from '../../../../testing/http/service.ts';
import { group, portrait } from '../../../../testing/people.ts';

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let image: string;
const PATH = '/api/face/v1/verify/1';

beforeAll(async () => {
  engine = await examiningEngine();
  service = await startService(engine);
  client = await service.client('main');
  const face = base64(await portrait('ben'));
  await service.call('POST', '/api/face/v1/enroll/1', { client, body: [{ image: face }] });
  image = base64(await group());
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const jobs = async (status: string) =>
  (await service.parts.bookkeeping.list({ clientId: 'main', limit: 1000 })).filter(
    (job) => job.operation === 'verify' && job.status === status,
  );

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

describe('cancellation', () => {
  it('records the job as cancelled and frees the worker', async () => {
    const gone = new AbortController();
    const calls = [1, 2, 3].map(() =>
      service.call('POST', PATH, { client, body: { image }, signal: gone.signal }),
    );
    await until(async () => engine.status().queued > 0);
    gone.abort();
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(
      Array(3).fill('rejected'),
    );
    await until(async () => (await jobs('CANCELLED')).length === 3);
    for (const { errors } of await jobs('CANCELLED'))
      expect(errors).toMatchObject([{ errorCode: 'Cancelled' }]);
    await until(async () => engine.status().queued === 0);
    const after = await service.call('POST', PATH, { client, body: { image } });
    expect(after.status).toBe(200);
  });
});

describe('a caller who hangs up while sending', () => {
  it('is recorded as cancelled', async () => {
    const before = (await jobs('CANCELLED')).length;
    const headers = {
      authorization: `Bearer ${await jwt(client)}`,
      'content-type': 'application/json',
    };
    const upload = request(service.base + PATH, { method: 'POST', headers });
    upload.on('error', () => undefined);
    const arrived = once(service.app.server, 'request');
    upload.write('{"image":"');
    await arrived;
    upload.destroy();
    await until(async () => (await jobs('CANCELLED')).length === before + 1);
  });
});

describe('overload', () => {
  it("answers 503 with Retry-After to a body that exceeds its client's share", async () => {
    const bodyBytesInFlight = 2 * image.length;
    const small = await startService(engine, { limits: { bodyBytesInFlight } });
    const other = await small.client('other');
    const verify = () => small.call('POST', PATH, { client: other, body: { image } });
    expect((await verify()).status).toBe(404);

    const headers = {
      authorization: `Bearer ${await jwt(other)}`,
      'content-type': 'application/json',
    };
    const slow = request(small.base + PATH, { method: 'POST', headers });
    const slowAnswer = once(slow, 'response');
    slow.on('error', () => undefined);
    await new Promise((sent) => slow.write(`{"image":"${'A'.repeat(1.5 * image.length)}`, sent));
    // It makes room for the next one, which is smaller; nobody waits for its end.
    const [answer] = (
      await Promise.all([slowAnswer, until(async () => (await verify()).status === 404)])
    )[0] as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    slow.destroy();
    await small.close();
  });
});
