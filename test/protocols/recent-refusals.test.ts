/** Where those come from who are not let in. */
import { expect, it } from 'vitest';
import { createRecentRefusals } from '../../src/protocols/recent-refusals.ts';

const HOUR = 3_600_000;

it('counts by network, with reasons and clients, and forgets after a day', () => {
  let now = 0;
  const recent = createRecentRefusals(() => now);
  const refuse = (address: string, reason: string, client?: string) =>
    recent.count({ address, reason, client });
  refuse('2001:db8::1', 'Unauthenticated');
  now = HOUR;
  refuse('2001:db8::2', 'Unauthenticated');
  refuse('2001:db8::2', 'ResourceExhausted', 'shop');
  refuse('192.0.2.1', 'PermissionDenied');
  expect(recent.list()).toEqual([
    {
      network: '2001:db8::/64',
      first: new Date(0),
      latest: new Date(HOUR),
      calls: 3,
      reasons: [
        { reason: 'Unauthenticated', calls: 2 },
        { reason: 'ResourceExhausted', calls: 1 },
      ],
      clients: ['shop'],
    },
    expect.objectContaining({ network: '192.0.2.1', calls: 1, clients: [] }),
  ]);
  now = 25 * HOUR;
  expect(recent.list()).toEqual([]);
});

it('keeps the most refused network, however many others there are', () => {
  const recent = createRecentRefusals(() => 0);
  const refuse = (address: string) =>
    recent.count({ address, reason: 'Unauthenticated', client: undefined });
  for (const _ of Array(5)) refuse('192.0.2.1');
  for (let i = 0; i < 3000; i += 1) refuse(`198.51.${i >> 8}.${i & 255}`);
  expect(recent.list()).toHaveLength(50);
  expect(recent.list()[0]).toMatchObject({ network: '192.0.2.1', calls: 5 });
});
