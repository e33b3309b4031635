/** What keeps a service open that is being closed: running requests, and not their connections. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { jwt, startService } from '../../../../testing/http/service.ts';

const JSON_BODY = JSON.stringify({ image: '' });
const FORM = 'grant_type=authorization_code&code=none';

it.each([
  ['an operation', '/api/face/v1/verify/5', 'application/json', JSON_BODY],
  ['the OAuth provider', '/oauth/token', 'application/x-www-form-urlencoded', FORM],
])(
  '%s answers the running request, and ends its connection',
  async (_, path, type, body) => {
    const service = await startService();
    const { port } = service.app.server.address() as AddressInfo;
    const token = await jwt(await service.client('main'));
    const socket = connect(port, '127.0.0.1');
    const arrived = once(service.app.server, 'request');
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await arrived;
    const closed = service.close();
    await expect(fetch(`${service.base}/livez`)).rejects.toThrow();
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.write(body);
    await once(socket, 'end');
    expect(answer).toMatch(/^HTTP\/1\.1 [2-5]\d\d /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    socket.end();
    await closed;
  },
  20_000,
);

it.each([
  ['a connection on which nothing was ever sent', ''],
  ['half a request', 'GET /livez HTTP/1.1\r\nHost'],
  ['half a request after another', 'GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /'],
])(
  '%s does not keep it open',
  async (_, sent) => {
    const service = await startService();
    const arrived = once(service.app.server, 'connection');
    const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
    const [served] = await arrived;
    socket.write(sent);
    while (served.bytesRead < sent.length) await setTimeout(10);
    const ended = once(socket.resume(), 'close');
    await service.close();
    await ended;
  },
  20_000,
);
