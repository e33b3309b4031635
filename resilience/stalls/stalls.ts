/**
 * Sends the largest permitted and hostile bodies to every route of both protocols, and watches the
 * event loop meanwhile.
 */

import { request } from 'node:http';
import { connect, type OutgoingHttpHeaders } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';
import { ownMegabytes } from '../../testing/process-usage.ts';
import type { Proof } from '../proof.ts';
import { becomes, type Service, startService } from '../service.ts';
import { framed, jsonBodies, LARGEST, messages, packedBody } from './bodies.ts';
import { watchLoop } from './watch-loop.ts';

/** Milliseconds for which a request may hold the loop. */
const MOST = { stranger: 50, caller: 250 } as const;
/** Part by which memory may stay grown, and seconds until then. */
const [GROWTH, RECOVERY] = [1.1, 60];
const SHORT_ROUTES = /verify|enroll|sign-in|livenessdetection/;

type Caller = keyof typeof MOST;

export const stalls: Proof = {
  name: 'stalls',
  promise: 'No request holds the event loop; what a request took is given back.',
  async *run({ short, done }) {
    if (done.has('stalls')) return;
    yield { step: 'stalls', ...(await watchStalls(short)) };
  },
};

async function watchStalls(short: boolean) {
  const grpcPort = await freePort();
  const service = await startService({ GRPC_PORT: String(grpcPort), LOG_LEVEL: 'error' });
  const { url, child } = service.running;
  const pid = child.pid!;
  const loop = watchLoop({ url, pid });
  const broken: string[] = [];
  const longest = { stranger: 0, caller: 0 };
  let requests = 0;
  /** One after the other, so that each pause belongs to one request. */
  const watched = async (caller: Caller, what: string, send: () => Promise<unknown>) => {
    await loop.take();
    const answer = await send();
    await sleep(100);
    const { wall, work } = await loop.take();
    requests += 1;
    longest[caller] = Math.max(longest[caller], work);
    const line = `${what} (${answer}): ${work.toFixed(0)} ms of work, ${wall.toFixed(0)} on the clock`;
    if (work > MOST[caller] / 2) process.stderr.write(`${caller}: ${line}\n`);
    if (work > MOST[caller]) broken.push(`${caller}: ${line}`);
  };
  try {
    await service.call('/api/face/v1/enroll/1', [{ image: service.image }]);
    await overHttp(service, short, watched);
    await overGrpc(service, `http://127.0.0.1:${grpcPort}`, watched);
    const before = ownMegabytes(pid);
    for (let i = 0; i < 5; i++)
      await post(url, '/api/face/v1/enroll/1', jsonBodies(service.image).images!, service.headers);
    const peak = ownMegabytes(pid);
    const recovered = await becomes(RECOVERY, async () => ownMegabytes(pid) <= GROWTH * before);
    const memory = `memory ${before.toFixed(0)} MB, then ${peak.toFixed(0)} MB, and within ${RECOVERY} s ${ownMegabytes(pid).toFixed(0)} MB`;
    process.stderr.write(`${memory}\n`);
    if (!recovered) broken.push(memory);
    return {
      counts: {
        requests,
        'ms longest without credentials': Math.round(longest.stranger),
        'ms longest with them': Math.round(longest.caller),
      },
      broken,
    };
  } finally {
    await loop.close();
    await service.stop();
  }
}

type Watch = (caller: Caller, what: string, send: () => Promise<unknown>) => Promise<void>;

/** Every route that takes a body, from the API's own description. */
async function overHttp(service: Service, short: boolean, watched: Watch) {
  const { url } = service.running;
  const { text } = await service.call('/openapi.json', undefined, 'GET');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, object>> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['post', 'put'].includes(method))
      .map((method) => ({ path: path.replace(/\{\w+\}/g, '1'), method: method.toUpperCase() })),
  );
  const chosen = routes.filter(({ path }) => !short || SHORT_ROUTES.test(path));
  const bodies = jsonBodies(service.image);
  const packed = packedBody();
  for (const { path, method } of chosen)
    for (const [caller, headers] of [
      ['stranger', { 'content-type': 'application/json', 'x-csrf': '1' }],
      ['caller', service.headers],
    ] as const) {
      for (const [name, body] of Object.entries(bodies))
        await watched(caller, `${method} ${path} ${name}`, () =>
          post(url, path, body, headers, method),
        );
      await watched(caller, `${method} ${path} packed`, () =>
        post(url, path, packed, { ...headers, 'content-encoding': 'gzip' }, method),
      );
    }
  const cookie = await begunSignIn(url);
  const headers = { 'content-type': 'application/json', 'x-csrf': '1', cookie };
  for (const [name, body] of Object.entries(jsonBodies(service.image, 15_900_000)))
    await watched('stranger', `sign-in with ${name}`, () =>
      post(url, '/account/v1/sign-in/face', body, headers),
    );
}

async function begunSignIn(url: string): Promise<string> {
  const begun = await fetch(`${url}/account/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ identifier: 'nobody' }),
  });
  return begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Status of the answer; 0 if the connection was cut. */
function post(
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

async function overGrpc(service: Service, url: string, watched: Watch) {
  const methods = [
    ...['Enroll', 'Verify', 'Search', 'SetTemplateTags', 'GetTemplateStatus'].map(
      (name) => `/prosopon.v1.FaceRecognition/${name}`,
    ),
    '/prosopon.v1.FaceImageQualityService/FaceImageQuality',
  ];
  const open = [
    '/grpc.health.v1.Health/Check',
    '/grpc.health.v1.Health/Watch',
    '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
  ];
  const all = Object.entries(messages(LARGEST - 5));
  for (const path of [...open, ...methods])
    for (const [name, message] of all)
      await watched('stranger', `${path} ${name}`, () => call(url, path, message));
  for (const path of methods)
    for (const [name, message] of all)
      await watched('caller', `${path} ${name}`, () =>
        call(url, path, message, {
          authorization: service.headers.authorization,
          'transaction-id': 'prove',
        }),
      );
  const question = framed(Buffer.of(0x3a, 0));
  const questions = Buffer.concat(Array(10_000).fill(question));
  await watched('stranger', 'ten thousand questions', () => call(url, open[2]!, questions));
}

/** Status of the call, or how its stream was closed. */
async function call(
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
    // Health that is watched goes on for ever.
    setTimeout(() => resolve('open'), 10_000).unref();
  });
  stream.resume();
  stream.end(message);
  const ended = await status;
  session.destroy();
  return ended;
}
