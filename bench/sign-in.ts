/** `npm run bench -- sign-in`: does a refused sign-in take longer where there is such an account? */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { request } from 'undici';
import { createClient, startService } from '../evaluation/service.ts';
import { ACCOUNTS } from '../src/access/accounts/user.ts';
import { table } from '../src/cli/output.ts';
import { parseConfig } from '../src/config.ts';
import { decodeImage } from '../src/faces/image/decode.ts';
import { sampleFrames } from '../src/faces/liveness/video/video.ts';
import { openStore, type Store } from '../src/store.ts';
import { makePhotographs } from './photographs.ts';
import { enroll } from './requests.ts';
import { percentile } from './statistics.ts';

/** Recording of a live person, and the two of its twelve frames that are sent: rest, and a nod. */
const RECORDING = 'liveness/videos/live/nod-head.mp4';
const PAIR = [0, 3] as const;

const KINDS = ['known', 'unknown'] as const;
type Kind = (typeof KINDS)[number];

/** Runs the command with the arguments after `sign-in`. */
export async function benchSignIn(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      attempts: { type: 'string', default: '100' },
      shared: { type: 'string', default: '../shared' },
    },
  });
  const attempts = Number(values.attempts);
  const images = await livePair(join(values.shared, RECORDING));
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-sign-in-'));
  // Each attempt comes from an address of its own, so that none has to wait.
  process.env.PROSOPON_TRUSTED_PROXIES = '127.0.0.1';
  try {
    const { token } = await createClient(dataDir);
    const service = await startService(dataDir, 1);
    await enroll({ address: service.address, token }, (await makePhotographs())['640×480']);
    await createAccounts(dataDir, attempts);
    const times: Record<Kind, number[]> = { known: [], unknown: [] };
    for (let i = 0; i < attempts; i++)
      for (const kind of i % 2 === 0 ? KINDS : KINDS.toReversed())
        times[kind].push(await refusedAttempt(service.address, `${kind} ${i}`, images, i));
    await service.stop();
    console.log(describe(times));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function livePair(path: string): Promise<readonly { readonly image: string }[]> {
  const frames: string[] = [];
  const { signal } = new AbortController();
  for await (const { image } of sampleFrames(await readFile(path), { count: 12, signal })) {
    const { picture } = await decodeImage(image, { maxPixels: 1e8, maxSide: 960 });
    const { width, height, data } = picture;
    const file = sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 92 });
    frames.push((await file.toBuffer()).toString('base64'));
  }
  return PAIR.map((i) => ({ image: frames[i]! }));
}

/** Accounts `known 0` … with the template of somebody else. */
async function createAccounts(dataDir: string, count: number): Promise<void> {
  const store = await openStore(parseConfig({ PROSOPON_DATA: dataDir }), () => {});
  try {
    const stranger = await firstTemplate(store);
    const { storage, partition } = ACCOUNTS;
    for (let i = 0; i < count; i++) {
      const { classId } = await store.accounts.users.create({ name: `known ${i}` });
      await store.templates.update({ storage, partition, classId }, () => stranger);
    }
  } finally {
    await store.close();
  }
}

async function firstTemplate({ templates, clients }: Store) {
  const [{ storage, partition } = ACCOUNTS] = await clients.list();
  for await (const [found] of templates.scan({ storage, partition })) {
    if (found === undefined || found.template instanceof Error) continue;
    const { encoderVersion, features, tags } = found.template;
    return { encoderVersion, features, tags, thumbnails: [] };
  }
  throw new Error('nobody was enrolled');
}

/** Milliseconds until the answer that the face was not recognised. */
async function refusedAttempt(
  address: string,
  identifier: string,
  images: readonly { readonly image: string }[],
  number: number,
): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-csrf': '1',
    'x-forwarded-for': `2001:db8::${number.toString(16)}:${randomBytes(2).toString('hex')}`,
  };
  const post = (path: string, body: unknown, cookie = '') =>
    request(`${address}/account/v1/sign-in${path}`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
  const named = await post('', { identifier });
  await named.body.dump();
  const [cookie = ''] = String(named.headers['set-cookie']).split(';');
  const begun = performance.now();
  const shown = await post('/face', { images }, cookie);
  const answer = (await shown.body.json()) as { readonly errors?: { errorCode: string }[] };
  const elapsed = performance.now() - begun;
  if (answer.errors?.[0]?.errorCode !== 'NotRecognised')
    throw new Error(`${identifier}: ${shown.statusCode} ${JSON.stringify(answer)}`);
  return elapsed;
}

function describe(times: Readonly<Record<Kind, readonly number[]>>): string {
  const rows = KINDS.map((kind) => [
    kind,
    String(times[kind].length),
    ...[0.1, 0.25, 0.5, 0.75, 0.9].map((p) => percentile(times[kind], p).toFixed(1)),
  ]);
  const { share, margin } = longerShare(times.known, times.unknown);
  return `${table(['name', 'attempts', 'p10 ms', 'p25', 'p50', 'p75', 'p90'], rows)}
An attempt with a known name takes longer than one with an unknown name in ${(100 * share).toFixed(1)} %
of all pairs; without any difference it were 50 ± ${(100 * margin).toFixed(1)} % (95 %).`;
}

/** Share of pairs in which the first is longer (Mann-Whitney), and its 95 % margin under equality. */
function longerShare(these: readonly number[], those: readonly number[]) {
  const longer = these.flatMap((one) => those.map((other) => (one > other ? 1 : 0)));
  const pairs = these.length * those.length;
  const share = longer.reduce<number>((sum, one) => sum + one, 0) / pairs;
  return { share, margin: 1.96 * Math.sqrt((these.length + those.length + 1) / (12 * pairs)) };
}
