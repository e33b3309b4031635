/** A liveness session that was erased early: its images are gone, and its token brings no more. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { testEngine } from '../../../testing/engine.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { portrait } from '../../../testing/people.ts';

const PATH = '/api/v1/liveness-sessions';

describe.each(await databaseKinds())('on %s', (kind) => {
  /** What happens while the engine looks at an image. */
  let meanwhile = async () => {};
  let engine: FaceEngine;
  let service: TestService;
  let bank: CreatedClient;
  let image: Buffer;

  beforeAll(async () => {
    const real = await testEngine();
    engine = {
      ...real,
      async analyse(picture, options) {
        await meanwhile();
        return real.analyse(picture, options);
      },
    };
    service = await startService(engine, {}, kind);
    bank = await service.client('bank', { settings: { livenessSessions: true } });
    image = await portrait('ben');
  });
  afterAll(() => service?.close());

  const create = async (demanded: object = { level: 'motion' }) => {
    const body = { nonce: 'drawn for this session', ...demanded };
    const { json } = await service.call('POST', PATH, { client: bank, body });
    return json as { readonly sessionId: string; readonly token: string };
  };
  const ask = (token: string) => service.call('POST', '/api/task/v1/challenge', { token });
  /** A new image each time: what follows its end makes it another. */
  const upload = (token: string) => {
    const body = { image: base64(Buffer.concat([image, randomBytes(8)])) };
    return service.call('POST', '/api/v1/upload', { token, body });
  };
  const erase = async (id: string) =>
    expect((await service.call('DELETE', `${PATH}/${id}`, { client: bank })).status).toBe(200);
  const samples = async (id: string) => {
    const stored = service.database.db.selectFrom('task_samples').select('sample_index');
    return (await stored.where('token_id', '=', id).execute()).length;
  };

  it('takes the uploaded images with it', async () => {
    const { sessionId, token } = await create();
    const other = await create();
    for (const one of [token, token, other.token])
      expect((await upload(one)).json).toMatchObject({ accepted: true });
    await erase(sessionId);
    expect(await samples(sessionId)).toBe(0);
    expect(await samples(other.sessionId)).toBe(1);
  });

  it.each([
    ['was never used', async () => {}],
    ['uploaded an image', upload],
    ['waits for the answer to a challenge', ask],
  ])('lets a token that %s bring no image', async (_, use) => {
    const { sessionId, token } = await create({ level: 'challenge' });
    await use(token);
    await erase(sessionId);
    expect((await upload(token)).status).toBe(403);
    expect((await ask(token)).status).toBe(403);
    expect(await samples(sessionId)).toBe(0);
  });

  it('stores no image that came before and was judged suitable after', async () => {
    const { sessionId, token } = await create();
    meanwhile = () => erase(sessionId);
    const { status } = await upload(token);
    meanwhile = async () => {};
    expect(status).toBe(403);
    expect(await samples(sessionId)).toBe(0);
  });
});
