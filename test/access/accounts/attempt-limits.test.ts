/** Wrong attempts: slowed down by what was tried, across processes, forgotten when one was right. */
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAttemptLimits,
  delayAfter,
  type Limited,
} from '../../../src/access/accounts/attempt-limits.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';

it('delays grow from the sixth wrong attempt, up to a quarter of an hour', () => {
  const delays = Array.from({ length: 16 }, (_, i) => delayAfter(i + 1, 'user') / 1000);
  expect(delays).toEqual([0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
  expect(delayAfter(30, 'address')).toBe(0);
});

describe.each(await databaseKinds())('on %s', (kind) => {
  const key = masterKey();
  let test: TestDatabase;
  const two = (async () => {
    test = await createTestDatabase(kind);
    const open = async () => {
      const database = await test.open();
      return createAttemptLimits(database, await openKeyRing(key, database));
    };
    return [await open(), await open()] as const;
  })();
  afterAll(() => test.drop());

  it('concurrent attempts at two processes get no more tries than consecutive ones', async () => {
    const processes = await two;
    const limited: Limited = { by: 'identifier', value: 'ada' };
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, i) => processes[i % 2]!.begin(limited)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(6);
    expect(await processes[0].begin({ by: 'identifier', value: 'ben' })).toBe(0);
  });

  it('counts nothing while one of several limits requires a wait', async () => {
    const [limits] = await two;
    const user: Limited = { by: 'user', value: 'cem' };
    const address: Limited = { by: 'address', value: '192.0.2.7' };
    for (let i = 0; i < 6; i++) expect(await limits.begin(user)).toBe(0);
    expect(await limits.begin(user, address)).toBeGreaterThan(0);
    for (let i = 0; i < 31; i++) expect(await limits.begin(address)).toBe(0);
    expect(await limits.begin(address)).toBeGreaterThan(0);
  });

  it('counts attempts from all addresses of one IPv6 network together', async () => {
    const [limits, other] = await two;
    for (let i = 0; i < 31; i++)
      expect(await limits.begin({ by: 'address', value: `2001:db8:0:7::${i}` })).toBe(0);
    const neighbour: Limited = { by: 'address', value: '2001:DB8::7:ffff:0:0:1' };
    expect(await other.begin(neighbour)).toBeGreaterThan(0);
    expect(await other.begin({ ...neighbour, by: 'registration' })).toBe(0);
    expect(await other.begin({ by: 'address', value: '2001:db8:0:8::1' })).toBe(0);
  });

  it('a right attempt clears the wrong ones of the user, not those of the address', async () => {
    const [limits, other] = await two;
    const user: Limited = { by: 'user', value: 'dov' };
    const address: Limited = { by: 'address', value: '192.0.2.9' };
    for (let i = 0; i < 5; i++) await limits.begin(user, address);
    await other.right(user, address);
    for (let i = 0; i < 6; i++) expect(await limits.begin(user)).toBe(0);
    for (let i = 0; i < 27; i++) expect(await limits.begin(address)).toBe(0);
    expect(await limits.begin(address)).toBeGreaterThan(0);
  });
});
