/** Processes behind a load balancer on one database: they agree, and kills lose nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cli, createCli, type Running } from '../../testing/cli/run-cli.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { findProgram } from '../../testing/find-program.ts';
import { type Balancer, startNginx } from '../../testing/nginx.ts';
import { PEOPLE, portraitJpeg } from '../../testing/photos.ts';

const nginx = findProgram('nginx');
if (nginx === undefined) console.warn('skipped: nginx is not installed');
const possible = nginx === undefined ? [] : await databaseKinds();
const kinds = (['postgres', 'citus'] as const).filter((kind) => possible.includes(kind));

/** Enrolments that are acknowledged before a process is killed, and altogether. */
const KILLED_AFTER = 6;
const ENROLMENTS = 24;

if (kinds.length === 0) it.skip('two processes: nginx or PostgreSQL is missing');

describe.each(kinds)('two processes behind nginx on %s', (kind) => {
  let test: TestDatabase;
  let cli: Cli;
  let env: Record<string, string>;
  let processes: Running[] = [];
  let balancer: Balancer;
  let shop: { readonly id: string; readonly secret: string };
  let token: string;
  const pictures: string[] = [];

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    cli = await createCli({ convertedModels: true });
    env = {
      DATABASE_URL: test.location.databaseUrl!,
      PROSOPON_OFFLINE: '1',
      LOG_LEVEL: 'warn',
    };
    const command = async (...args: string[]) => {
      const { code, out, err } = await cli.runWith(env, ...args, '--json');
      if (code !== 0) throw new Error(err);
      return JSON.parse(out);
    };
    shop = await command('client', 'create', '--id', 'shop', '--name', 'Shop');
    ({ token } = await command('token', '--client', 'shop'));
    for (let person = 0; person < PEOPLE; person++)
      pictures.push((await portraitJpeg(person, 320)).toString('base64'));
    processes = await Promise.all([cli.serve(env), cli.serve(env)]);
    balancer = await startNginx(
      nginx!,
      processes.map(({ url }) => url),
    );
  });
  afterAll(async () => {
    await balancer?.stop();
    await Promise.all(processes.map((process) => process.stop()));
    await cli?.remove();
    await test?.drop();
  });

  const call = async (
    path: string,
    body?: unknown,
    { base = balancer.url, authorization = `Bearer ${token}` } = {},
  ) => {
    const response = await fetch(`${base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization,
        'transaction-id': 'test',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    return { status: response.status, json };
  };
  const enrol = (classId: number, person: number) =>
    call(`/api/face/v1/enroll/${classId}`, [{ image: pictures[person] }]);
  const matches = async (person: number, base: string) => {
    const images = [{ image: pictures[person] }];
    const { json } = await call('/api/face/v1/search', { images, topMatches: true }, { base });
    return json.result[0].matches as { classId: number; score: number }[];
  };
  const classesIn = async ({ url }: Running) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^prosopon_gallery_classes (\d+)/m.exec(text)?.[1]);
  };

  it('agree at once on people that the other one has enrolled', async () => {
    for (let person = 0; person < 4; person++) {
      const classId = person + 1;
      expect(await enrol(classId, person)).toMatchObject({ status: 200 });
      for (const { url: base } of processes) {
        const path = `/api/face/v1/verify/${classId}`;
        const { json } = await call(path, { image: pictures[person] }, { base });
        expect(json).toMatchObject({ verified: true });
        await expect
          .poll(async () => (await matches(person, base))[0]?.classId, { timeout: 10_000 })
          .toBe(classId);
      }
    }
  });

  it('count the attempts of one token together', async () => {
    const basic = `Basic ${Buffer.from(`${shop.id}:${shop.secret}`).toString('base64')}`;
    const query = 'task=verify&livedetection=false&maxtries=2';
    const { json: issued } = await call(`/token?id=shop&bcid=shop.1.1&${query}`, undefined, {
      authorization: basic,
    });
    const authorization = `Bearer ${issued}`;
    const attempt = async (person: number) => {
      await call('/api/v1/upload', { image: pictures[person] }, { authorization });
      return call('/api/task/v1/verify', {}, { authorization });
    };
    expect(await attempt(1)).toMatchObject({ json: { success: false, triesLeft: 1 } });
    expect(await attempt(0)).toMatchObject({ json: { success: true } });
    // Asked again it is the same answer; another sample comes too late.
    expect(await attempt(0)).toMatchObject({ json: { success: true } });
    const late = await call('/api/v1/upload', { image: pictures[2] }, { authorization });
    expect(late).toMatchObject({ status: 403, json: {} });
  });

  it('lose nothing acknowledged if one is killed, and agree again afterwards', async () => {
    const acknowledged: number[] = [];
    let next = 100;
    let killed: Promise<unknown> | undefined;
    const lane = async () => {
      while (acknowledged.length < ENROLMENTS) {
        const classId = next++;
        const { status } = await enrol(classId, classId % PEOPLE).catch(() => ({ status: 0 }));
        if (status === 200) acknowledged.push(classId);
        if (acknowledged.length >= KILLED_AFTER) killed ??= processes[0]!.stop('SIGKILL');
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    await killed;
    processes[0] = await cli.serve(env);
    await balancer.use(processes.map(({ url }) => url));

    const { db } = await test.open();
    const stored = (await db.selectFrom('templates').select('class_id').execute()).map(
      ({ class_id }) => Number(class_id),
    );
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    for (const process of processes)
      await expect.poll(() => classesIn(process), { timeout: 10_000 }).toBe(stored.length);
    for (const classId of [acknowledged[0]!, acknowledged.at(-1)!]) {
      const [one, other] = await Promise.all(
        processes.map(({ url }) => matches(classId % PEOPLE, url)),
      );
      expect(one).toEqual(other);
      expect(one!.map((match) => match.classId)).toContain(classId);
    }
    const path = `/api/face/v1/verify/${acknowledged[0]}`;
    const image = pictures[acknowledged[0]! % PEOPLE];
    for (let i = 0; i < 4; i++)
      expect(await call(path, { image })).toMatchObject({ json: { verified: true } });
  });
});
