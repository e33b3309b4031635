/** Sends whole bodies at once, as hostile callers do, and tells how the call ended. */
import { request } from 'node:http';
import { connect, type OutgoingHttpHeaders } from 'node:http2';

/** Milliseconds after which a call that goes on, as watching health does, is left. */
const PATIENCE = 2000;

/** Status of the answer; 0 if the connection was cut. */
export function post(
  url: string,
  path: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<number> {
  return new Promise((resolve) => {
    const sending = request(url + path, {
      ...{ method, agent: false },
      headers: { ...headers, 'content-length': body.length },
    });
    sending.once('response', (response) =>
      response.resume().once('close', () => resolve(response.statusCode ?? 0)),
    );
    sending.once('error', () => resolve(0));
    sending.end(body);
  });
}

/** Status of the gRPC call, or how its stream was closed. */
export async function call(
  url: string,
  path: string,
  message: Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<string> {
  const session = connect(url, { maxSessionMemory: 500 }).on('error', () => undefined);
  const stream = session.request({
    ...{ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' },
    ...headers,
    ...(message[0] === 1 && { 'grpc-encoding': 'gzip' }),
  });
  const status = new Promise<string>((resolve) => {
    const take = (given: OutgoingHttpHeaders) => {
      if (given['grpc-status'] !== undefined) resolve(String(given['grpc-status']));
    };
    stream
      .on('response', take)
      .on('trailers', take)
      .on('error', () => undefined);
    stream.once('close', () => resolve(`closed with ${stream.rstCode}`));
    setTimeout(() => resolve('open'), PATIENCE).unref();
  });
  stream.resume();
  stream.end(message);
  const ended = await status;
  session.destroy();
  return ended;
}
