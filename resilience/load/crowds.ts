/** Crowds of connections that send little, slowly, or much. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { type Call, send } from './arrivals.ts';

/** The service accepts a thousand connections from one address, and the calls use another. */
const OF_AN_ADDRESS = 500;

export interface Crowd {
  /** Open connections. */
  open(): number;
  leave(): void;
}

/** @param first written by each connection at once @param next written every further second */
export async function crowd(url: string, size: number, first = '', next = ''): Promise<Crowd> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let i = 0; i < size; i++) {
    const localAddress = `127.0.1.${1 + Math.floor(i / OF_AN_ADDRESS)}`;
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    socket.on('error', () => undefined);
    socket.on('connect', () => socket.write(first));
    // A reader that reads nothing.
    socket.pause();
    sockets.push(socket);
    if (i % 100 === 99) await sleep(10);
  }
  await sleep(1000);
  const timer = setInterval(() => {
    if (next !== '') for (const socket of sockets) if (socket.writable) socket.write(next);
  }, 1000);
  return {
    open: () =>
      sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length,
    leave() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Statuses of this many bodies of this size, sent at once. */
export async function largeBodies(call: Call, count: number, bytes: number): Promise<number[]> {
  const agent = new Agent({ connections: count, headersTimeout: 180_000, bodyTimeout: 180_000 });
  const image = Buffer.alloc(bytes, 'A').toString('latin1');
  const body = Buffer.from(JSON.stringify({ image }));
  const outcomes = await Promise.all(
    Array.from({ length: count }, () => send(agent, { ...call, body })),
  );
  await agent.close();
  return outcomes.map(({ status }) => status);
}
