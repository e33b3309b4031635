/** What the log says of callers who are not let in (ASVS 5.0, 16.3): who, from where and why. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRefusalRate } from '../../../../src/protocols/refusal-rate.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';

const lines: Record<string, unknown>[] = [];
const { warn } = pino.levels.values;
let service: TestService;
let now = 0;

beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  service = await startService(undefined, { logger, refusals: createRefusalRate(() => now) });
});
afterAll(() => service.close());
beforeEach(() => {
  now += 60_000;
  lines.length = 0;
});

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const refused = (more: object) => ({ level: warn, address: '127.0.0.1', ...more });

describe('a refusal in the log', () => {
  it('names the client that a forged token claims, and the flaw', async () => {
    const shop = await service.client('shop');
    await service.call('GET', '/api/face/v1/template/status/1', { token: 'a.b.c' });
    const other = { ...shop, key: Buffer.alloc(64, 7).toString('base64') };
    await service.call('GET', '/api/face/v1/template/status/1', { client: other });
    expect(lines).toMatchObject([
      refused({ msg: 'refused: not authenticated', status: 401, detail: expect.any(String) }),
      refused({ claimed: 'shop', detail: 'no active key of the client made this signature' }),
    ]);
  });

  it('names the application with the wrong secret', async () => {
    await service.call('GET', '/token?id=shop&bcid=shop.1.1', { headers: basic('shop', 'guess') });
    expect(lines).toMatchObject([refused({ claimed: 'shop', route: '/token' })]);
    expect(JSON.stringify(lines)).not.toContain('guess');
  });

  it('names the client without permission', async () => {
    const settings = { allowedOperations: ['verify'] as const };
    const client = await service.client('narrow', { settings });
    await service.call('GET', '/api/face/v1/template/status/1', { client });
    expect(lines).toMatchObject([
      refused({ msg: 'refused: not permitted', client: 'narrow', status: 403 }),
    ]);
  });

  it('appears for pages and administration, too', async () => {
    await service.call('GET', '/admin/v1/clients');
    await service.call('POST', '/account/v1/sign-in', { body: { identifier: 'ada' } });
    expect(lines).toMatchObject([
      refused({ msg: 'refused: not authenticated', route: '/admin/v1/clients' }),
      refused({ msg: 'refused: not permitted', error: expect.stringMatching(/x-csrf/) }),
    ]);
  });

  it('is no weapon: a flood leaves a limited number of lines', async () => {
    const call = () => service.call('GET', '/people/me', { token: 'x' });
    await Promise.all(Array.from({ length: 60 }, call));
    expect(lines).toHaveLength(20);
  });
});
