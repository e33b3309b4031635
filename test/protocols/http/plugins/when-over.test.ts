/** What waits for the end of a request, over both versions of HTTP: also what begins to wait late. */
import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isAnswered, whenOver } from '../../../../src/protocols/http/plugins/when-over.ts';

type Handler = (raw: ServerResponse) => void;

/** Asks once; gives the way to leave. */
type Ask = (port: number) => () => void;

const askHttp1: Ask = (port) => {
  const request = get({ port, host: '127.0.0.1', agent: false }, (response) => response.resume());
  return () => request.on('error', () => undefined).destroy();
};

const askHttp2: Ask = (port) => {
  const session = connect(`http://127.0.0.1:${port}`);
  session.request({ ':path': '/' }).resume();
  return () => session.destroy();
};

const resetHttp2: Ask = (port) => {
  const session = connect(`http://127.0.0.1:${port}`);
  const stream = session.request({ ':path': '/' });
  return () => {
    stream.once('close', () => session.close());
    stream.close(8);
  };
};

const onHttp1 = (handler: Handler) => createServer((_, raw) => handler(raw));
const onHttp2 = (handler: Handler) =>
  createHttp2Server((_, raw) => handler(raw as unknown as ServerResponse)) as unknown as Server;

describe.each([
  ['HTTP/1.1', onHttp1, askHttp1],
  ['HTTP/2, with the connection', onHttp2, askHttp2],
  ['HTTP/2, without it', onHttp2, resetHttp2],
] as const)('over %s', (_, serve, ask) => {
  /** What became of a request that the handler was given. */
  async function outcome(handler: Handler, leaves: boolean) {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>();
    const { promise: over, resolve: end } = Promise.withResolvers<boolean>();
    const server = serve((raw) => {
      whenOver({ raw }, () => end(isAnswered({ raw })));
      handler(raw);
      arrive(raw);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const leave = ask((server.address() as AddressInfo).port);
    const raw = await arrived;
    if (leaves) leave();
    const answered = await over;
    let late = false;
    whenOver({ raw }, () => {
      late = true;
    });
    await setImmediate();
    leave();
    server.close();
    return { answered, late };
  }

  it('a response ends it', async () => {
    const answer: Handler = (raw) => raw.end('answer');
    expect(await outcome(answer, false)).toEqual({ answered: true, late: true });
  });

  it('a caller who leaves ends it unanswered', async () => {
    expect(await outcome(() => undefined, true)).toEqual({ answered: false, late: true });
    const begin: Handler = (raw) => void raw.write('half of an ');
    expect(await outcome(begin, true)).toEqual({ answered: false, late: true });
  });
});
