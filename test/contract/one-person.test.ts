/** An attempt of a task token is one person's, whatever the way its images come. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import { MOST_SAMPLES } from '../../src/access/tasks/samples.ts';
import type { Task } from '../../src/access/tasks/task-claims.ts';
import { validity } from '../../src/access/tasks/task-tokens.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { testEngine } from '../../testing/engine.ts';
import { base64, startService, type TestService } from '../../testing/http/service.ts';
import { type Person, portrait } from '../../testing/people.ts';
import { overGrpc } from './over-grpc.ts';
import { overHttp } from './over-http.ts';
import type { ContractAnswer, Protocol } from './protocol.ts';

const headers = { 'transaction-id': 'tx' };
const INVALID_ARGUMENT = 3;
const RESOURCE_EXHAUSTED = 8;
const LIMIT = 2;
/** Bytes after the end of a picture, which make it one that was never sent before. */
const SUFFIX = 8;

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let shop: CreatedClient;
/** Rejects duplicates, in the same partition. */
let register: CreatedClient;
let direct: Record<string, Protocol>;
let classId = 100n;

beforeAll(async () => {
  const real = await testEngine();
  const seen = new Map<string, ReturnType<FaceEngine['analyse']>>();
  engine = {
    ...real,
    // Each picture is analysed once, whatever follows its end.
    analyse(image, options = {}) {
      const picture = Buffer.from(image.subarray(0, -SUFFIX)).toString('base64');
      const { features, thumbnail } = options;
      const name = JSON.stringify([picture, features, thumbnail]);
      const analysed = seen.get(name) ?? real.analyse(image, { ...options, signal: undefined });
      seen.set(name, analysed);
      return analysed;
    },
  };
  service = await startService(engine);
  shop = await service.client('shop', { settings: { failedVerifications: LIMIT } });
  const settings = { rejectDuplicates: true };
  register = await service.client('register', { partition: 'shop', settings });
  client = shop;
  direct = { HTTP: overHttp(service), gRPC: await overGrpc(service) };
  for (const [id, person] of [
    [1n, 'ada'],
    [2n, 'ben'],
  ] as const)
    await call('HTTP', 'Enroll', { classId: `${id}`, client, body: await bodyOf([[person, 0]]) });
});
afterAll(async () => {
  await direct.gRPC!.close();
  await service.close();
  await engine.close();
});
beforeEach(async () => {
  classId++;
  await forget();
});

/** Nothing was refused yet. */
async function forget(): Promise<void> {
  for (const one of await service.parts.refusedComparisons.list())
    await service.parts.refusedComparisons.clear(one);
}

type Look = readonly [Person, number];

const call = (name: string, ...given: Parameters<Protocol['call']>): Promise<ContractAnswer> =>
  direct[name]!.call(...given);
/** Each a file that was never sent before. */
const files = (looks: readonly Look[]) =>
  Promise.all(
    looks.map(async ([person, look]) =>
      Buffer.concat([await portrait(person, look), randomBytes(SUFFIX)]),
    ),
  );
const bodyOf = async (looks: readonly Look[]) => ({
  images: (await files(looks)).map((image) => ({ image })),
});
const issue = (task: Task, of = classId) =>
  service.parts.taskTokens.issue({
    ...{ tokenId: randomUUID(), clientId: client.id, task, maxAttempts: 15, traits: 3 },
    bcid: { storage: 'test', partition: 'shop', classId: of },
    ...{ liveDetection: false, challenge: undefined, autoEnroll: false },
    ...validity(),
  });
const status = async (of = classId) =>
  (await call('HTTP', 'GetTemplateStatus', { classId: `${of}`, client })).body.featureVectors;

/** The same attempt by each way: what came out, and whether it was a success. */
type Way = (
  task: 'identify' | 'enroll',
  token: string,
  looks: readonly Look[],
) => Promise<{ readonly code: number; readonly errors: string[]; readonly named: string[] }>;

const WAYS: Record<string, Way> = Object.fromEntries(
  ['HTTP', 'gRPC'].map((name) => [
    `over ${name}`,
    async (task, token, looks) => {
      const method = task === 'enroll' ? 'Enroll' : 'Identify';
      const target = task === 'enroll' ? { classId: `${classId}` } : {};
      const body = await bodyOf(looks);
      const { code, body: answer } = await call(name, method, { ...target, token, headers, body });
      const errors = (answer?.errors ?? []).map(
        ({ errorCode }: { errorCode: string }) => errorCode,
      );
      const matches = (answer?.result ?? []).flatMap((one: { matches: object[] }) => one.matches);
      return { code, errors, named: matches.map((one: { classId: unknown }) => `${one.classId}`) };
    },
  ]),
);
WAYS['of uploaded samples'] = async (task, token, looks) => {
  for (const file of await files(looks))
    await service.call('POST', '/api/v1/upload', { token, body: { image: base64(file) } });
  const { status: http, json } = await service.call('POST', `/api/task/v1/${task}`, { token });
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const id = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).tokenid;
  const result = await service.call('GET', `/api/task/v1/result?tokenid=${id}`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const named = (result.json.classIds ?? []).map(String);
  const code = http === 429 ? RESOURCE_EXHAUSTED : 0;
  return { code, errors: json.error ? [json.error] : [], named };
};

describe.each(Object.entries(WAYS))('an attempt %s', (name, attempt) => {
  it('to identify returns nobody if the images show several people', async () => {
    const alone = await attempt('identify', await issue('identify'), [['ada', 0]]);
    expect(new Set(alone.named)).toEqual(new Set(['1']));
    const two = [
      ['dov', 0],
      ['ada', 2],
    ] as const;
    const { errors, named } = await attempt('identify', await issue('identify'), two);
    expect(errors).toEqual(['RejectedByActiveLiveDetection']);
    expect(named).toEqual([]);
  });

  it('to enrol accepts one person per class, now and later', async () => {
    const token = await issue('enroll');
    const two = [
      ['cem', 0],
      ['dov', 0],
    ] as const;
    expect((await attempt('enroll', token, two)).errors).toEqual(['RejectedByActiveLiveDetection']);
    expect(await status()).toBe(0);
    expect((await attempt('enroll', token, [['cem', 0]])).errors).toEqual([]);
    expect(await status()).toBe(1);
    for (let i = 0; i < LIMIT; i++)
      expect((await attempt('enroll', token, [['dov', i]])).errors).toEqual(['NotRecognised']);
    expect(await status()).toBe(1);
    // They were comparisons with the class, whose limit is that of verifications.
    expect((await attempt('enroll', token, [['cem', 1]])).code).toBe(RESOURCE_EXHAUSTED);
    await forget();
    expect((await attempt('enroll', token, [['cem', 1]])).errors).toEqual([]);
    expect(await status()).toBe(2);
  });

  it('to enrol refuses a person of another class if the client rejects duplicates', async () => {
    client = register;
    const refused = await attempt('enroll', await issue('enroll'), [['ada', 1]]);
    client = shop;
    expect(refused).toEqual({ code: 0, errors: ['AlreadyEnrolled'], named: [] });
    expect(await status()).toBe(0);
  });

  it.skipIf(name === 'of uploaded samples')('takes no more images than a task', async () => {
    const looks = Array.from({ length: MOST_SAMPLES + 1 }, (): Look => ['ada', 0]);
    for (const task of ['identify', 'enroll'] as const)
      expect((await attempt(task, await issue(task), looks)).code).toBe(INVALID_ARGUMENT);
  });
});

it('two people at once cannot both get into a class', async () => {
  const enrol = async (person: Person) => {
    const body = await bodyOf([[person, 0]]);
    return call('HTTP', 'Enroll', { classId: `${classId}`, token: await issue('enroll'), body });
  };
  await Promise.all([enrol('cem'), enrol('dov'), enrol('cem'), enrol('dov')]);
  await forget();
  const verified = async (person: Person) => {
    const [image] = await files([[person, 1]]);
    const answer = await call('HTTP', 'Verify', {
      classId: `${classId}`,
      client,
      body: { image: { image } },
    });
    return answer.body.verified;
  };
  expect([await verified('cem'), await verified('dov')].filter(Boolean)).toHaveLength(1);
});
