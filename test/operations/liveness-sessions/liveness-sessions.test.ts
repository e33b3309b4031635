/** Liveness sessions through the public interface, with recordings of live people. */
import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { checkReceipt } from '../../../src/operations/face/erasure-receipts.ts';
import { endBrokenOffSessions } from '../../../src/operations/liveness-sessions/end-session.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { type LiveImageBody, type LivePerson, livePerson } from '../../../testing/live-people.ts';
import { portrait } from '../../../testing/people.ts';
import { recordings } from '../../../testing/recordings.ts';
import { sharedPath } from '../../../testing/shared.ts';

const modelsDir = sharedPath('models');
const folder = recordings();
const PATH = '/api/v1/liveness-sessions';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(modelsDir === undefined || folder === undefined)('a liveness session', () => {
  let engine: FaceEngine;
  let service: TestService;
  let bank: CreatedClient;
  let ben: LivePerson;

  beforeAll(async () => {
    engine = await testEngine({ modelsDir });
    service = await startService(engine);
    bank = await service.client('bank', { settings: { livenessSessions: true } });
    ben = await livePerson(folder!, 'ben');
  }, 180_000);
  afterAll(async () => {
    await service?.close();
    await engine?.close();
  });
  /** Recordings are short: what was seen yesterday may be seen again. */
  beforeEach(() => service.parts.replay.sweep(new Date(Date.now() + 90_000_000)));

  const create = async (demanded: object = {}, client = bank) => {
    const nonce = randomBytes(16).toString('base64url');
    const body = { nonce, ...demanded };
    const { status, json } = await service.call('POST', PATH, { client, body });
    expect({ status, json }).toMatchObject({ status: 200 });
    return { ...json, nonce };
  };
  const read = (id: string, client = bank) => service.call('GET', `${PATH}/${id}`, { client });
  const post = async (token: string, path: string, body?: object) =>
    (await service.call('POST', path, body === undefined ? { token } : { token, body })).json;
  const run = (token: string) => post(token, '/api/task/v1/livenesssession');
  const show = async (token: string, images: readonly LiveImageBody[]) => {
    for (const image of images)
      expect(await post(token, '/api/v1/upload', image)).toMatchObject({ accepted: true });
    return run(token);
  };
  /** A session whose first challenge the recording can answer. */
  async function challenged(demanded: object = {}) {
    for (;;) {
      const session = await create(demanded);
      const { challenge } = await post(session.token, '/api/task/v1/challenge');
      if (`${challenge}` === 'right') return { ...session, challenge: challenge as string[] };
    }
  }
  const verified = async (result: string, nonce: string) => {
    const keys = createRemoteJWKSet(new URL(`${service.base}/oauth/jwks`), {
      timeoutDuration: 60_000,
    });
    const { payload, protectedHeader } = await jwtVerify<JWTPayload & { nonce: string }>(
      result,
      keys,
      {
        ...{ typ: 'liveness-result+jwt', algorithms: ['ES256'], clockTolerance: 60 },
        ...{ issuer: service.base, audience: 'bank' },
      },
    );
    expect(payload.nonce).toBe(nonce);
    return { claims: payload, header: protectedHeader };
  };

  it('can be created, run by a live person, and read as a signed result', async () => {
    const events = ['liveness.ended'];
    await service.parts.webhooks.create({ clientId: 'bank', url: 'http://127.0.0.1:9/', events });
    const { sessionId, nonce, token, challenge } = await challenged();
    expect((await read(sessionId)).json).toMatchObject({ state: 'in-progress', result: null });
    const images = ben.pair(challenge);
    const shown = await show(token, images);
    expect({ challenge, ...shown }).toMatchObject({ success: true, triesLeft: 2, errors: [] });
    // What the browser learns holds no score, and nothing of the result.
    expect(Object.keys(shown)).toEqual(['success', 'error', 'errors', 'triesLeft']);
    const { json } = await read(sessionId);
    expect(json).toMatchObject({ sessionId, state: 'succeeded', referenceImage: null });
    const { claims, header } = await verified(json.result, nonce);
    expect(header).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(claims).toMatchObject({
      jti: sessionId,
      decision: 'succeeded',
      reason: null,
      level: { demanded: 'challenge', reached: 'challenge' },
      match: null,
      referenceImage: { sha256: sha256(Buffer.from(images[0]!.image, 'base64')) },
      capture: { attempt: 1, images: 2, frames: 7, suspicions: null },
      service: { version: expect.any(String), encoder: engine.encoder.name, encoderVersion: 1 },
    });
    expect(claims.sub).toBeUndefined();
    const told = await service.database.db.selectFrom('webhook_deliveries').selectAll().execute();
    expect(told).toHaveLength(1);
    // Asked again because the answer was lost, it answers the same; it runs once.
    expect(await run(token)).toEqual(shown);
    expect(await post(token, '/api/task/v1/challenge')).toMatchObject({ try: 2 });
    expect(await post(token, '/api/v1/upload', images[0]!)).toMatchObject({ accepted: false });
    for (const image of ben.pair()) await post(token, '/api/v1/upload', image);
    expect(await run(token)).toEqual({ Message: 'This session has ended.' });
    expect((await read(sessionId)).json.result).toBe(json.result);
    const another = await create();
    expect(await post(another.token, '/api/v1/upload', images[0]!)).toMatchObject({
      error: 'RejectedByObviousFakeDetector',
    });
  });

  it('allows several attempts to match a class, and two browsers at once', async () => {
    const images = ben.more();
    await service.call('POST', '/api/face/v1/enroll/7', { client: bank, body: images });
    const demanded = { level: 'motion', classId: '7', attempts: 2 };
    const { sessionId, nonce, token } = await create(demanded);
    const [rest, moved] = ben.pair();
    const burst = moved!.burst!.map((frame) => ({ ...frame, image: moved!.burst![0]!.image }));
    const refused = await show(token, [rest!, { ...moved!, burst }]);
    expect(refused).toMatchObject({
      ...{ success: false, triesLeft: 1, error: 'RejectedByActiveLiveDetection' },
    });
    expect((await read(sessionId)).json).toMatchObject({ state: 'in-progress', attemptsLeft: 1 });
    for (const image of ben.pair()) await post(token, '/api/v1/upload', image);
    const both = await Promise.all([run(token), run(token)]);
    expect(both.filter(({ success }) => success === true)).toHaveLength(1);
    const { state, result } = (await read(sessionId)).json;
    expect(state).toBe('succeeded');
    expect((await verified(result, nonce)).claims).toMatchObject({
      level: { demanded: 'motion', reached: 'motion' },
      match: { with: 'class', classId: '7', matched: true, falseMatchRate: 0.0001 },
      capture: { attempt: 2, images: 2, frames: 7 },
    });
  });

  it('matches the person of a photo, and nobody else', async () => {
    const ada = (await portrait('ada')).toString('base64');
    const other = await create({ level: 'motion', attempts: 1, photo: ada });
    expect(await show(other.token, ben.pair())).toMatchObject({ error: 'NotRecognised' });
    const failed = (await read(other.sessionId)).json;
    expect(failed).toMatchObject({ state: 'failed', attemptsLeft: 0, referenceImage: null });
    expect((await verified(failed.result, other.nonce)).claims).toMatchObject({
      decision: 'failed',
      reason: 'NotRecognised',
      level: { reached: 'motion' },
      match: { with: 'photo', matched: false, falseMatchRate: 0.00001 },
    });

    // Padding is not kept.
    const padded = [Buffer.from(ben.more()[0]!.image, 'base64'), Buffer.alloc(2_000_000)];
    const photo = Buffer.concat(padded).toString('base64');
    const mine = { level: 'motion', photo, referenceImage: true };
    const { sessionId, nonce, token } = await create(mine);
    const { body } = await service.database.db
      .selectFrom('liveness_sessions')
      .where('id', '=', sessionId)
      .select('body')
      .executeTakeFirstOrThrow();
    expect(body!.length).toBeLessThan(1_500_000);
    const images = ben.pair();
    expect(await show(token, images)).toMatchObject({ success: true });
    const { json } = await read(sessionId);
    expect(json.referenceImage).toBe(images[0]!.image);
    expect((await verified(json.result, nonce)).claims).toMatchObject({
      match: { photoSha256: sha256(Buffer.from(photo, 'base64')), matched: true },
    });
    const { receipt } = (await service.call('DELETE', `${PATH}/${sessionId}`, { client: bank }))
      .json;
    expect(await checkReceipt(service.parts, receipt)).toMatchObject({
      proven: true,
      erased: { what: 'liveness session', session: sessionId, ended: 'succeeded' },
    });
    expect((await read(sessionId)).status).toBe(404);
  });

  it('asks for turns, one more after a refusal, which another movement does not answer', async () => {
    const { sessionId, nonce, token } = await create({ attempts: 2 });
    const asked = await post(token, '/api/task/v1/challenge');
    expect(asked.challenge).toEqual([expect.stringMatching(/^(left|right)$/)]);
    const [rest, moved] = ben.pair() as [LiveImageBody, LiveImageBody];
    const answer = (tags: readonly string[]) => show(token, [rest, { ...moved, tags: [...tags] }]);
    expect(await answer([])).toMatchObject({ error: 'RejectedByChallengeResponse' });
    expect((await post(token, '/api/task/v1/challenge')).challenge).toHaveLength(2);
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    expect(await answer(['down'])).toMatchObject({ success: false, triesLeft: 0 });
    const { claims } = await verified((await read(sessionId)).json.result, nonce);
    expect(claims).toMatchObject({ decision: 'failed', level: { reached: 'motion' } });
  });

  it('fails with a signed result when its last attempt broke off', async () => {
    const { sessionId, nonce, token } = await create({ attempts: 1, lifetimeSeconds: 60 });
    await post(token, '/api/task/v1/challenge');
    await endBrokenOffSessions(service.parts);
    expect((await read(sessionId)).json).toMatchObject({ state: 'in-progress', attemptsLeft: 0 });
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    try {
      await endBrokenOffSessions(service.parts);
      const { json } = await read(sessionId);
      expect(json.state).toBe('failed');
      const { claims } = await verified(json.result, nonce);
      expect(claims).toMatchObject({ decision: 'failed', reason: 'BrokenOff' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('fails closed if its end cannot be written', async () => {
    const { sessionId, token } = await create({ level: 'motion', attempts: 1 });
    for (const image of ben.pair()) await post(token, '/api/v1/upload', image);
    const end = vi.spyOn(service.parts.livenessSessions, 'end');
    end.mockRejectedValueOnce(new Error('killed'));
    expect(await run(token)).toEqual({ Message: 'The service failed unexpectedly.' });
    end.mockRestore();
    for (const image of ben.pair()) await post(token, '/api/v1/upload', image);
    expect((await read(sessionId)).json).toMatchObject({ attemptsLeft: 0, result: null });
  });

  it('judges no attempt that could hide something', async () => {
    const { token } = await create({ level: 'motion' });
    const messages: string[] = [];
    for (const more of [{ burst: [] }, { tags: ['up', 'left'] }]) {
      const [first, second] = ben.pair() as [LiveImageBody, LiveImageBody];
      for (const sample of [first, { ...second, ...more }])
        await post(token, '/api/v1/upload', sample);
      messages.push((await run(token)).Message);
    }
    expect(messages).toEqual([
      expect.stringMatching(/^samples\[1\]\.burst: missing/),
      'samples[1].tags: one sample answers one direction',
    ]);
  });
});
