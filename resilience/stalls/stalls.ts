/**
 * Sends the largest permitted and hostile bodies to every route of both protocols, and watches the
 * event loop meanwhile.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { METHODS } from '../../src/protocols/grpc/methods.ts';
import { IMAGES_BYTES } from '../../src/protocols/http/accounts/live-images.ts';
import { freePort } from '../../testing/free-port.ts';
import { ownMegabytes } from '../../testing/process-usage.ts';
import type { Proof } from '../proof.ts';
import { becomes, type Service, startService } from '../service.ts';
import { framed, jsonBodies, LARGEST, messages, packedBody } from './bodies.ts';
import { hostileDocuments, mosipBodies, osiaBodies } from './extension-bodies.ts';
import { call, post } from './send.ts';
import { watchLoop } from './watch-loop.ts';

/** Milliseconds for which a request may hold the loop. */
const MOST = { stranger: 50, caller: 250 } as const;
/** Part by which memory may stay grown, and seconds until then. */
const [GROWTH, RECOVERY] = [1.1, 60];
const SHORT_ROUTES = /verify|enroll|sign-in|livenessdetection/;
const [MOSIP, OSIA, EXTENSIONS] = [/^\/v1\/biosdk-service\//, /^\/osia\//, /^\/(v1|osia)\//];

type Caller = keyof typeof MOST;
type Watch = (caller: Caller, what: string, send: () => Promise<unknown>) => Promise<void>;

interface Watched {
  readonly service: Service;
  readonly grpcUrl: string;
  readonly short: boolean;
  readonly watched: Watch;
  /** What the part finds by other means. */
  readonly broken: string[];
}

/** Each has a service of its own, so that a stopped run continues with the next. */
const PARTS: Readonly<Record<string, (part: Watched) => Promise<void>>> = {
  gRPC: overGrpc,
  memory: watchMemory,
  operations: (part) => overHttp(part, /^\/api\//),
  extensions: (part) => overHttp(part, EXTENSIONS),
  documents: overDocuments,
  administration: (part) => overHttp(part, /^\/admin\//),
  'other routes': (part) => overHttp(part, /^(?!\/(api|admin|v1|osia)\/)/),
  'begun sign-in': overSignIn,
};

export const stalls: Proof = {
  name: 'stalls',
  promise: 'No request holds the event loop; what a request took is given back.',
  async *run({ short, done }) {
    for (const [step, part] of Object.entries(PARTS))
      if (!done.has(step)) yield { step, ...(await watchPart(step, part, short)) };
  },
};

async function watchPart(name: string, part: (watched: Watched) => Promise<void>, short: boolean) {
  const grpcPort = await freePort();
  const loop = watchLoop();
  const service = await startService({
    ...loop.env,
    GRPC_PORT: String(grpcPort),
    LOG_LEVEL: 'error',
    PROSOPON_EXTENSIONS: 'mosip,osia,documents,casdoor',
  });
  const { url } = service.running;
  const broken: string[] = [];
  const longest = { stranger: 0, caller: 0 };
  let requests = 0;
  /** One after the other, so that each pause belongs to one request. */
  const watched: Watch = async (caller, what, send) => {
    await loop.take(url);
    const answer = await send();
    await sleep(30);
    const held = await loop.take(url);
    requests += 1;
    longest[caller] = Math.max(longest[caller], held);
    const line = `${what} (${answer}): ${held.toFixed(0)} ms`;
    if (held > MOST[caller] / 2) process.stderr.write(`${caller}: ${line}\n`);
    if (held > MOST[caller]) broken.push(`${caller}: ${line}`);
  };
  try {
    await service.call('/api/face/v1/enroll/1', [{ image: service.image }]);
    await part({ service, grpcUrl: `http://127.0.0.1:${grpcPort}`, short, watched, broken });
    return {
      counts: {
        requests,
        ...(longest.stranger > 0 && {
          [`ms longest without credentials (${name})`]: Math.round(longest.stranger),
        }),
        ...(longest.caller > 0 && {
          [`ms longest with them (${name})`]: Math.round(longest.caller),
        }),
      },
      broken,
    };
  } finally {
    await service.stop();
    loop.close();
  }
}

/**
 * Twenty large images five times, ordinary calls for a minute, and the same again. Nothing but work
 * makes V8 collect what the last bodies left.
 */
async function watchMemory({ service: { running, image, headers }, broken }: Watched) {
  const pid = running.child.pid!;
  const large = jsonBodies(image)['twenty large images']!;
  const ordinary = Buffer.from(JSON.stringify([{ image }]));
  const send = (body: Buffer) => post(running.url, '/api/face/v1/enroll/1', body, headers);
  const isAt = (most: number) => async () => {
    await send(ordinary);
    return ownMegabytes(pid) <= most;
  };
  const sendLarge = async () => {
    for (let i = 0; i < 5; i++) await send(large);
  };
  // The first round loads what later ones use.
  await sendLarge();
  await becomes(RECOVERY, isAt(0));
  const before = ownMegabytes(pid);
  await sendLarge();
  const peak = ownMegabytes(pid);
  const recovered = await becomes(RECOVERY, isAt(GROWTH * before));
  const line = `memory ${before.toFixed(0)} MB, then ${peak.toFixed(0)} MB, and within ${RECOVERY} s ${ownMegabytes(pid).toFixed(0)} MB`;
  process.stderr.write(`${line}\n`);
  if (!recovered) broken.push(line);
}

/** Every such route that takes a body, from the API's own description. */
async function overHttp({ service, short, watched }: Watched, of: RegExp) {
  const { url } = service.running;
  const { text } = await service.call('/openapi.json', undefined, 'GET');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, object>> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['post', 'put'].includes(method))
      .map((method) => ({ path: path.replace(/\{\w+\}/g, '1'), method: method.toUpperCase() })),
  );
  const chosen = routes.filter(({ path }) => of.test(path) && (!short || SHORT_ROUTES.test(path)));
  const bodies = jsonBodies(service.image);
  const packed = packedBody();
  const scoped = { ...service.headers, authorization: await scopedToken(service) };
  for (const { path, method } of chosen) {
    const isOsia = OSIA.test(path);
    const own = isOsia ? osiaBodies() : MOSIP.test(path) ? mosipBodies() : {};
    const address = isOsia ? `${path}?transactionId=t1` : path;
    for (const [caller, headers] of [
      ['stranger', STRANGER],
      ['caller', isOsia ? scoped : service.headers],
    ] as const) {
      for (const [name, body] of Object.entries({ ...bodies, ...own }))
        await watched(caller, `${method} ${path} ${name}`, () =>
          post(url, address, body, headers, method),
        );
      await watched(caller, `${method} ${path} packed`, () =>
        post(url, address, packed, { ...headers, 'content-encoding': 'gzip' }, method),
      );
    }
  }
}

async function overDocuments({ service: { running, headers }, watched }: Watched) {
  for (const [name, image] of Object.entries(hostileDocuments()))
    for (const [path, body] of [
      ['/api/face/v1/enroll/2', [{ image }]],
      ['/api/v1/photoverify', { liveImages: [{ image: 'AAAA' }], photo: image }],
    ] as const)
      await watched('caller', `POST ${path} ${name}`, () =>
        post(running.url, path, Buffer.from(JSON.stringify(body)), headers),
      );
}

const STRANGER = { 'content-type': 'application/json', 'x-csrf': '1' };

async function overSignIn({ service: { running, image }, watched }: Watched) {
  const cookie = await begunSignIn(running.url);
  for (const [name, body] of Object.entries(jsonBodies(image, IMAGES_BYTES - 1)))
    await watched('stranger', `sign-in with ${name}`, () =>
      post(running.url, '/account/v1/sign-in/face', body, { ...STRANGER, cookie }),
    );
}

/** Of a client of its own, with every scope of OSIA. */
async function scopedToken({ cli }: Service): Promise<string> {
  const { out } = await cli.run('client', 'create', '--id', 'abis', '--name', 'ABIS', '--json');
  const { key } = JSON.parse(out) as { readonly key: string };
  const scope =
    'abis.encounter.write abis.encounter.read abis.verify abis.identify abis.task.read abis.task.update';
  const token = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'HS512' })
    .setSubject('abis')
    .setAudience('prosopon')
    .setExpirationTime('59m')
    .sign(Buffer.from(key, 'base64'));
  return `Bearer ${token}`;
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

const OPEN = [
  '/grpc.health.v1.Health/Check',
  '/grpc.health.v1.Health/Watch',
  '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
];

async function overGrpc({ service: { headers }, grpcUrl: url, watched }: Watched) {
  const methods = METHODS.map(({ service, name }) => `/prosopon.v1.${service}/${name}`);
  const all = Object.entries(messages(LARGEST - 5));
  for (const path of [...OPEN, ...methods])
    for (const [name, message] of all)
      await watched('stranger', `${path} ${name}`, () => call(url, path, message));
  const { authorization } = headers;
  for (const path of methods)
    for (const [name, message] of all)
      await watched('caller', `${path} ${name}`, () =>
        call(url, path, message, { authorization, 'transaction-id': 'prove' }),
      );
  const questions = Buffer.concat(Array(10_000).fill(framed(Buffer.of(0x3a, 0))));
  await watched('stranger', 'ten thousand questions', () => call(url, OPEN[2]!, questions));
}
