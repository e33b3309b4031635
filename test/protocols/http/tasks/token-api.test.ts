/** The token API over real HTTP: who gets which token, and what every wrong request is told. */
import fc from 'fast-check';
import { decodeJwt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { basic, startService, type TestService } from '../../../../testing/http/service.ts';

let service: TestService;
let shop: CreatedClient;
beforeAll(async () => {
  service = await startService();
  shop = await service.client('shop');
});
afterAll(() => service.close());

const BCID = 'test.shop.1001';
const ask = (query: string | Record<string, string>, headers = basic(shop)) =>
  service.call('GET', `/token?${new URLSearchParams(query)}`, { headers });

interface TaskClaims extends JWTPayload {
  readonly task: number;
  readonly challenge?: string[][];
  readonly traits: number;
  readonly bcid?: string;
}

async function claims(query: Record<string, string>): Promise<TaskClaims> {
  const { status, text } = await ask({ id: 'shop', ...query });
  expect({ status, text }).toMatchObject({ status: 200 });
  return decodeJwt<TaskClaims>(text);
}

describe('a token', () => {
  it('by default verifies, with liveness, three attempts, for ten minutes', async () => {
    const { status, text, headers } = await ask({ id: 'shop', bcid: BCID });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('cache-control')).toBe('no-store');
    const { exp = 0, nbf = 0, ...rest } = decodeJwt<TaskClaims>(text);
    expect(exp - nbf).toBeGreaterThanOrEqual(590);
    expect(exp - nbf).toBeLessThanOrEqual(610);
    expect(nbf).toBeLessThanOrEqual(Date.now() / 1000);
    expect(rest).toEqual({
      tokenid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iss: 'http://test',
      aud: 'http://test',
      bcid: BCID,
      clnt: 'shop',
      app: 'shop',
      task: 0x103,
      traits: 3,
    });
  });

  it.each([
    ['task=identify', 0x113],
    ['task=enroll&maxtries=15&livedetection=False', 0x2f],
    ['task=verify&livedetection=TRUE&autoenroll=true', 0x1103],
    ['livedetection=false&challenge=true', 0x003],
    ['livedetection=0&autoenroll=1', 0x1003],
    ['livedetection=1', 0x103],
    ['task=enroll&autoenroll=true', 0x123],
    ['task=livenessdetection&livedetection=false&maxtries=1', 0x181],
    ['challenge=true', 0x303],
  ])('with %s has the task bits', async (query, task) => {
    expect(
      (await claims({ bcid: BCID, ...Object.fromEntries(new URLSearchParams(query)) })).task,
    ).toBe(task);
  });

  it.each(['', 'bws.1.0', 'nonsense', BCID])(
    'for liveness names nobody, given "%s"',
    async (bcid) => {
      const live = await claims({ task: 'livenessdetection', bcid, traits: '', maxtries: '' });
      expect(live).not.toHaveProperty('bcid');
      expect(live).toMatchObject({ task: 0x183, traits: 3 });
    },
  );

  it('carries the challenge as text for a client whose apps read it so', async () => {
    const moved = await service.client('moved', { settings: { challengeAsText: true } });
    const { text } = await ask(
      { id: 'moved', task: 'livenessdetection', challenge: 'true' },
      basic(moved),
    );
    const { challenge } = decodeJwt<{ challenge: string }>(text);
    const lists = JSON.parse(challenge) as string[][];
    expect(lists).toHaveLength(3);
    const sample = { image: 'AA==', tags: ['sideways'] };
    const refused = await service.call('POST', '/api/v1/upload', {
      headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
      body: JSON.stringify(sample),
    });
    // The service reads its own token: it is the sample that it refuses.
    expect(refused.status).toBe(400);
  });

  it('has its own challenge for each attempt, no direction twice in a row', async () => {
    const drawn = await Promise.all(
      [2, 5, 7].map((challenges) =>
        claims({ bcid: BCID, maxtries: '15', challenge: 'true', challenges: String(challenges) }),
      ),
    );
    const seen = new Set<string>();
    for (const [i, { challenge = [] }] of drawn.entries()) {
      expect(challenge).toHaveLength(15);
      for (const directions of challenge) {
        expect(directions).toHaveLength([2, 5, 7][i]!);
        for (const [j, direction] of directions.entries()) {
          expect(['up', 'down', 'left', 'right']).toContain(direction);
          expect(direction).not.toBe(directions[j + 1]);
        }
        seen.add(directions.join());
      }
    }
    expect(seen.size).toBeGreaterThan(30);
  });

  it('may be for one trait, and without a class for liveness', async () => {
    expect((await claims({ bcid: BCID, traits: 'Periocular' })).traits).toBe(2);
    expect((await claims({ bcid: BCID, traits: 'Face, Face' })).traits).toBe(1);
    const live = await claims({ task: 'livenessdetection' });
    expect(live).not.toHaveProperty('bcid');
    expect(live.task & 0x180).toBe(0x180);
  });
});

describe('a wrong request gets 400 with', () => {
  it.each([
    ['bcid=test.shop.1', 'id: missing'],
    ['id=shop', 'bcid: missing; the task verify needs one'],
    ['id=shop&task=identify', 'bcid: missing; the task identify needs one'],
    ['id=shop&bcid=x', 'bcid: expected <storage>.<partition>.<class id>'],
    ['id=shop&bcid=test.shop.0', 'bcid: expected <storage>.<partition>.<class id>'],
    ['id=shop&bcid=test.shop.9223372036854775808', 'bcid: expected <storage>.<partition>.<cla'],
    ['id=shop&bcid=test.shop.1.2', 'bcid: expected <storage>.<partition>.<class id>'],
    ['id=shop&bcid=test.shop.1&task=x', 'task: expected one of verify, identify, enroll, liven'],
    ['id=shop&bcid=test.shop.1&maxtries=0', 'maxtries: expected a whole number from 1 to 15'],
    ['id=shop&bcid=test.shop.1&maxtries=16', 'maxtries: expected a whole number from 1 to 15'],
    ['id=shop&bcid=test.shop.1&maxtries=-1', 'maxtries: expected'],
    ['id=shop&bcid=test.shop.1&maxtries=1.5', 'maxtries: expected'],
    ['id=shop&bcid=test.shop.1&challenges=1', 'challenges: expected a whole number from 2 to 7'],
    ['id=shop&bcid=test.shop.1&challenges=8', 'challenges: expected a whole number from 2 to 7'],
    ['id=shop&bcid=test.shop.1&livedetection=yes', 'livedetection: expected true or false'],
    ['id=shop&bcid=test.shop.1&challenge=2', 'challenge: expected true or false'],
    ['id=shop&bcid=test.shop.1&traits=Voice', 'traits: expected one of Face, Periocular'],
    ['id=shop&id=shop&bcid=test.shop.1', 'id: given more than once'],
    ['id=shop&bcid=test.shop.1&bcid=test.shop.2', 'bcid: given more than once'],
    ['id=shop&bcid=test.shop.1&task=verify&task=enroll', 'task: given more than once'],
    [
      'id=shop&bcid=test.shop.1&livedetection=true&livedetection=false',
      'livedetection: given more',
    ],
  ])('%s', async (query, message) => {
    const { status, json } = await ask(query);
    expect({ status, json }).toEqual({
      status: 400,
      json: { Message: expect.stringContaining(message) },
    });
  });
});

it('says whose the BCID of a login is', async () => {
  const { status, json } = await ask({ id: 'shop', bcid: 'accounts.1.17' });
  expect({ status, json }).toMatchObject({ status: 403, json: { Message: expect.any(String) } });
  expect(json.Message).toMatch(/that of an account, for logins only/);
});

it('answers any query with a token or a message', async () => {
  const names = ['id', 'bcid', 'task', 'maxtries', 'livedetection', 'challenges', 'traits', 'x'];
  const values = [fc.string(), fc.constantFrom('shop', BCID, 'verify', '3', 'true', 'Face', '%00')];
  const pair = fc.tuple(fc.constantFrom(...names), fc.oneof(...values));
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 12 }), async (pairs) => {
      const { status, json, text } = await ask(new URLSearchParams(pairs).toString());
      expect([200, 400, 403]).toContain(status);
      if (status === 200) expect(text.split('.')).toHaveLength(3);
      else expect(json).toEqual({ Message: expect.any(String) });
    }),
    { numRuns: 150 },
  );
});

describe('a request is refused', () => {
  it.each([
    ['another application', { id: 'bakery', bcid: BCID }],
    ['another storage', { id: 'shop', bcid: 'other.shop.1' }],
    ['another partition', { id: 'shop', bcid: 'test.bakery.1' }],
  ])('with 403 for %s', async (_, query) => {
    const { status, json } = await ask(query);
    expect({ status, json }).toMatchObject({ status: 403, json: { Message: expect.any(String) } });
  });

  it('with 401 without the right credentials, before anything else', async () => {
    const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    await service.client('bakery');
    for (const authorization of [
      '',
      'Basic ',
      'Basic !!!',
      encode('shop'),
      encode('shop:'),
      encode('shop:wrong'),
      encode(`bakery:${shop.secret}`),
      encode(`:${shop.secret}`),
      encode(`SHOP:${shop.secret}`),
      encode(`shop:${shop.secret} `),
      `Bearer ${shop.secret}`,
    ]) {
      const { status, json, headers } = await ask({ maxtries: '99' }, { authorization });
      expect(status, authorization).toBe(401);
      expect(json).toEqual({ Message: 'Missing or invalid authentication credentials.' });
      expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    }
  });

  it('with 405 for another method', async () => {
    const { status, json } = await service.call('POST', '/token', { headers: basic(shop) });
    expect({ status, json }).toMatchObject({ status: 405, json: { Message: expect.any(String) } });
  });
});

it('internal errors give 500, and reveal nothing', async () => {
  const broken = vi.spyOn(service.parts.taskTokens, 'issue');
  broken.mockRejectedValueOnce(new Error('the secret of the database'));
  const { status, json } = await ask({ id: 'shop', bcid: BCID });
  expect({ status, json }).toEqual({ status: 500, json: { Message: expect.any(String) } });
  expect(json.Message).not.toContain('secret');
  broken.mockRestore();
});

describe('credentials', () => {
  it('of a deleted client stop working within seconds', async () => {
    const gone = await service.client('gone');
    const query = { id: 'gone', bcid: 'test.gone.1' };
    expect((await ask(query, basic(gone))).status).toBe(200);
    await service.deleteClient('gone');
    const until = Date.now() + 5000;
    while ((await ask(query, basic(gone))).status === 200 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await ask(query, basic(gone))).status).toBe(401);
  });
});
