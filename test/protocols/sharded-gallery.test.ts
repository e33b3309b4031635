/** One gallery over several processes: the front finds what all hold, or says what is missing. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { type Cli, createCli, ROOT, type Running } from '../cli/run-cli.ts';
import { freePort } from '../support/free-port.ts';
import { portraitJpeg } from '../support/photos.ts';
import { sharedPath } from '../support/shared.ts';

/** An answer, as far as it is looked at. */
interface Answer {
  readonly message?: string;
  readonly result: readonly { readonly matches: readonly { readonly classId: number }[] }[];
}

const PEOPLE = 4;
/** An encoder beside the one that is built in. */
const PACK = sharedPath('models/mobileface-v2.onnx');
const MODELS = PACK === undefined ? {} : { PROSOPON_MODELS: dirname(PACK) };
const patiently = { timeout: 100_000 };

describe('a front and two shards, one with a replica', () => {
  let cli: Cli;
  let processes: Running[] = [];
  let ports: number[];
  let front: Readonly<Record<string, string>>;
  let token: string;
  const pictures: string[] = [];

  const shard = (part: number, port: number) => ({
    ...MODELS,
    PROSOPON_OFFLINE: '1',
    PROSOPON_GALLERY_SHARD: `${part}/2`,
    PROSOPON_GALLERY_SHARD_LISTEN: `127.0.0.1:${port}`,
  });
  beforeAll(async () => {
    cli = await createCli({ convertedModels: true });
    await calibrate('mobileface-v2');
    await cli.json('client', 'create', '--id', 'shop', '--name', 'Shop');
    token = (await cli.json<{ token: string }>('token', '--client', 'shop')).token;
    for (let person = 0; person < PEOPLE; person++)
      pictures.push((await portraitJpeg(person, 320)).toString('base64'));
    ports = [await freePort(), await freePort(), await freePort()];
    const [one, two, replica] = ports;
    front = {
      ...shard(2, replica!),
      PROSOPON_GALLERY_SHARDS: `127.0.0.1:${one},127.0.0.1:${two}|127.0.0.1:${replica}`,
    };
    processes = await Promise.all([
      cli.serve(front),
      cli.serve(shard(1, one!)),
      cli.serve(shard(2, two!)),
    ]);
  });
  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGCONT');
    await Promise.all(processes.map((process) => process.stop('SIGKILL')));
    await cli?.remove();
  });

  const call = async (path: string, body: unknown, { url } = processes[0]!) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'transaction-id': 'test' },
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as Answer };
  };
  const found = async () => {
    const images = pictures.map((image) => ({ image }));
    const { status, json } = await call('/api/face/v1/search', { images, topMatches: true });
    if (status !== 200) return json.message;
    return json.result.map(({ matches }) => matches[0]?.classId);
  };
  /** Stands in for a calibration of the pack: nothing here is about thresholds. */
  const calibrate = async (encoder: string) => {
    const shipped = join(ROOT, 'src/faces/calibration/dlib-faceres.json');
    const calibration = JSON.parse(await readFile(shipped, 'utf8')) as object;
    await mkdir(join(cli.dataDir, 'calibration'));
    const file = join(cli.dataDir, `calibration/${encoder}.json`);
    await writeFile(file, JSON.stringify({ ...calibration, encoder, cohort: undefined }));
  };
  const everybody = Array.from({ length: PEOPLE }, (_, person) => person + 1);

  it('finds everybody, wherever they are held', async () => {
    for (const [person, image] of pictures.entries())
      expect(await call(`/api/face/v1/enroll/${person + 1}`, [{ image }])).toMatchObject({
        status: 200,
      });
    await expect.poll(found, patiently).toEqual(everybody);
  });

  it('leaves searches to the front', async () => {
    const images = [{ image: pictures[0] }];
    const asked = await call('/api/face/v1/search', { images, topMatches: true }, processes[1]);
    expect(asked).toMatchObject({ status: 503 });
  });

  it('asks the replica while a shard stands still', async () => {
    processes[2]!.child.kill('SIGSTOP');
    expect(await found()).toEqual(everybody);
    expect(await found()).toEqual(everybody);
    processes[2]!.child.kill('SIGCONT');
  });

  it('answers 503 while one is gone, and verifies all the same', async () => {
    await processes[1]!.stop('SIGKILL');
    expect(await found()).toContain('shard 1 of 2 is missing');
    const verified = await call('/api/face/v1/verify/1', { image: pictures[0] });
    expect(verified).toMatchObject({ status: 200, json: { verified: true } });
    processes[2]!.child.kill('SIGSTOP');
    const { code, out } = await cli.runWith(front, 'doctor', '--json');
    processes[2]!.child.kill('SIGCONT');
    expect(code).toBe(5);
    const { checks } = JSON.parse(out) as { checks: readonly Finding[] };
    const [one, two, replica] = ports;
    expect(checks.filter(({ check }) => check.startsWith('shard'))).toMatchObject([
      {
        check: 'shard 1 of 2',
        state: 'fail',
        message: expect.stringContaining(`:${one}: no connection`),
      },
      {
        ...{ check: 'shard 2 of 2', state: 'warn' },
        message: expect.stringMatching(RegExp(`people at .*:${replica}; not .*:${two}: no answer`)),
      },
    ]);
    // The front looks every few seconds, and a look waits for those that stand still.
    const told = async (path: string) => (await fetch(`${processes[0]!.url}${path}`)).text();
    await expect.poll(() => told('/readyz'), patiently).toContain('shard 1 of 2 is missing');
    expect(await told('/readyz')).not.toContain(`:${one}`);
    expect(await told('/metrics')).toMatch(/^prosopon_gallery_shards_missing 1$/m);
    processes[1] = await cli.serve(shard(1, ports[0]!));
    await expect.poll(found, patiently).toEqual(everybody);
  });

  it.skipIf(PACK === undefined)('changes to another encoder as a whole', async () => {
    await cli.runWith(MODELS, 'models', 'use', 'mobileface-v2');
    const changed = () =>
      processes.every(({ output }) => output().includes('the networks are changed'));
    await expect.poll(changed, patiently).toBe(true);
    await expect.poll(found, patiently).toEqual(everybody);
  });
});
