/** What an application demands at least as proof that somebody is there: nothing less is begun. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { basic, startService, type TestService } from '../../../../testing/http/service.ts';

const IMAGE = { image: Buffer.from('never looked at').toString('base64') };
const TURNED = { ...IMAGE, tags: ['left'] };

let service: TestService;
const clients = new Map<string, CreatedClient>();

beforeAll(async () => {
  service = await startService();
  for (const leastLiveness of ['passive', 'video', 'motion', 'challenge'] as const)
    clients.set(
      leastLiveness,
      await service.client(leastLiveness, { settings: { leastLiveness } }),
    );
});
afterAll(() => service.close());

const tokenFor = (least: string, query: Record<string, string> = {}) => {
  const asked = { id: least, bcid: `test.${least}.5`, ...query };
  const headers = basic(clients.get(least)!);
  return service.call('GET', `/token?${new URLSearchParams(asked)}`, { headers });
};
const call = (least: string, path: string, body: unknown) =>
  service.call('POST', path, { client: clients.get(least)!, body });

describe('a token', () => {
  it('demands what the application does, whatever was requested', async () => {
    const claims = async (least: string) =>
      decodeJwt<{ task: number; challenge?: string[][] }>((await tokenFor(least)).text);
    expect((await claims('passive')).task & 0x300).toBe(0x100);
    expect((await claims('motion')).task & 0x300).toBe(0x100);
    const { task, challenge } = await claims('challenge');
    expect(task & 0x300).toBe(0x300);
    expect(challenge).toHaveLength(3);
  });

  it.each([
    ['motion', { livedetection: 'false' }, 'livedetection: this client demands motion'],
    ['challenge', { livedetection: 'false' }, 'livedetection: this client demands challenge'],
    ['challenge', { challenge: 'false' }, 'challenge: this client demands challenge'],
  ])('that demands less than %s is refused: %o', async (least, query, message) => {
    const { status, json } = await tokenFor(least, query);
    expect(status).toBe(400);
    expect(json.Message).toContain(message);
  });

  it('without liveness remains possible for an application that demands no more', async () => {
    expect((await tokenFor('passive', { livedetection: 'false' })).status).toBe(200);
  });

  it.each(['motion', 'challenge'])('of %s accepts no single image', async (least) => {
    const { text: token } = await tokenFor(least);
    const path = '/api/face/v1/verify/5';
    const { status, json } = await service.call('POST', path, { token, body: IMAGE });
    expect(status).toBe(403);
    expect(json.message).toContain('upload the samples, then run the task');
  });

  it('from before a stricter demand is worthless', async () => {
    const client = await service.client('later');
    const headers = basic(client);
    const ask = '/token?id=later&bcid=test.later.5';
    const weak = (await service.call('GET', `${ask}&livedetection=false`, { headers })).text;
    const still = (await service.call('GET', ask, { headers })).text;
    await service.parts.clients.updateSettings('later', { leastLiveness: 'challenge' });
    for (const token of [weak, still]) {
      const { status, json } = await service.call('POST', '/api/task/v1/verify', { token });
      expect(status).toBe(403);
      expect(json.Message).toContain('ask for a new one');
    }
  });

  it('tells no challenge if challenges are told as attempts begin', async () => {
    const settings = {
      leastLiveness: 'challenge',
      revealChallenges: 'when-attempt-begins',
    } as const;
    clients.set('secret', await service.client('secret', { settings }));
    const { text: token } = await tokenFor('secret', { challenges: '4', maxtries: '2' });
    expect(decodeJwt(token)).toMatchObject({ challenge: [[], []], challenges: 4 });
    const told = await service.call('POST', '/api/task/v1/challenge', { token });
    expect(told.json).toMatchObject({ try: 1, triesLeft: 1 });
    expect(told.json.challenge).toHaveLength(4);
  });
});

describe("the application's own liveness calls", () => {
  const one = { liveImages: [IMAGE] };
  const two = { liveImages: [IMAGE, IMAGE] };
  const photo = { ...one, photo: IMAGE.image };

  it.each([
    ['video', '/api/v1/livenessdetection', one, 'liveImages: two images are needed'],
    ['motion', '/api/v1/livenessdetection', one, 'liveImages: two images are needed'],
    ['motion', '/api/v1/photoverify', photo, 'liveImages: two images are needed'],
    [
      'motion',
      '/api/v1/videolivenessdetection',
      { video: IMAGE.image },
      'video: a face may move in it',
    ],
    ['challenge', '/api/v1/livenessdetection', one, 'liveImages: two images are needed'],
    ['challenge', '/api/v1/livenessdetection', two, 'liveImages[1].tags: missing'],
    ['challenge', '/api/v1/photoverify', { ...two, photo: IMAGE.image }, 'liveImages[1].tags'],
  ])('that prove less than %s are refused by name: %s', async (least, path, body, message) => {
    const { status, json } = await call(least, path, body);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
    expect(json.message).toContain('leastLiveness');
  });

  it.each([
    ['passive', '/api/v1/livenessdetection', one],
    ['video', '/api/v1/videolivenessdetection', { video: IMAGE.image }],
    ['video', '/api/v1/livenessdetection', two],
    ['motion', '/api/v1/livenessdetection', two],
    ['challenge', '/api/v1/livenessdetection', { liveImages: [IMAGE, TURNED] }],
    ['challenge', '/api/v1/photoverify', { ...photo, disableLivenessDetection: true }],
  ])('that prove %s are examined: %s', async (least, path, body) => {
    // There is no engine, which is found out only after all else was right.
    expect((await call(least, path, body)).status).toBe(503);
  });
});
