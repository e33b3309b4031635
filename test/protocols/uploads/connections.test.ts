/** Nobody takes the connections of all others. */
import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createOpenLimit } from '../../../src/protocols/uploads/connections.ts';
import { startService } from '../../../testing/http/service.ts';

it('counts by network, until connections close', () => {
  const limit = createOpenLimit(2);
  const first = new EventEmitter();
  expect(limit(first, '2001:db8::1')).toBe(true);
  const arrive = (address: string) => limit(new EventEmitter(), address);
  expect(arrive('2001:db8::2')).toBe(true);
  expect(arrive('2001:db8::3')).toBe(false);
  expect(arrive('2001:db8:0:1::1')).toBe(true);
  first.emit('close');
  expect(arrive('2001:db8::3')).toBe(true);
});

it('covers every connection over HTTP', async () => {
  const service = await startService(undefined, { limits: { connectionsPerNetwork: 3 } });
  const port = Number(new URL(service.base).port);
  const sockets: Socket[] = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'));
  const closed = sockets.map(
    (socket) => new Promise((resolve) => socket.on('error', () => 0).once('close', resolve)),
  );
  await Promise.race(closed);
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(2);
  for (const socket of sockets) socket.destroy();
  await service.close();
});
