/**
 * A validating client talks to OSIA's ABIS interface: every request, answer and callback is held
 * against our own description and, if PROSOPON_OSIA_YAML names the file, against the published
 * `abis.yaml` 1.6.0, which is nobody's to copy here.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { type DescribedCall, readDescription } from '../../../testing/described-calls.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { nobody, portrait } from '../../../testing/people.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';

const SCOPES =
  'abis.encounter.write abis.encounter.read abis.identify abis.verify abis.task.read abis.task.update';
const PUBLISHED = process.env.PROSOPON_OSIA_YAML;
/** Statuses that OSIA leaves to HTTP. Ours have OSIA's error as their body. */
const OF_HTTP: readonly number[] = [401, 408, 413, 415, 429, 501, 503];

const { routes } = await startExtension('osia');
let engine: FaceEngine;
let service: TestService;
let receiver: Receiver;
let client: CreatedClient;
let ada: string;
let adaLater: string;
let noFace: string;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine, { extensionRoutes: routes });
  receiver = await startReceiver();
  receiver.answers(204);
  client = await service.client('abis');
  ada = base64(await portrait('ada'));
  adaLater = base64(await portrait('ada', 1));
  noFace = base64(await nobody());
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await engine.close();
});

async function ours(): Promise<object> {
  const { json } = await service.call('GET', '/openapi.json');
  const paths = Object.entries<object>(json.paths)
    .filter(([path]) => path.startsWith('/osia/'))
    .map(([path, methods]) => [path.replace('/osia', ''), methods]);
  return { ...json, paths: Object.fromEntries(paths) };
}

/** The published text has a description with a bare colon, which is no YAML. */
async function published(): Promise<object> {
  const text = await readFile(PUBLISHED!, 'utf8');
  const quoted = text.replace(/^( +description: )(Invalid Operation \(example: .*)$/gm, '$1"$2"');
  const path = join(tmpdir(), `osia-${process.pid}.yaml`);
  await writeFile(path, quoted);
  return (await SwaggerParser.parse(path)) as object;
}

describe.each([
  { whose: 'our own description', read: ours, strict: true, given: true },
  { whose: 'the published YAML', read: published, strict: false, given: PUBLISHED !== undefined },
])('$whose', ({ read, strict, given }) => {
  let description: Awaited<ReturnType<typeof readDescription>>;
  beforeAll(async () => {
    if (given) description = await readDescription(await read());
  });

  async function send(method: string, path: string, body?: unknown, token?: string) {
    const bearer =
      token ??
      (await new SignJWT({ scope: SCOPES })
        .setProtectedHeader({ alg: 'HS512' })
        .setSubject(client.id)
        .setAudience('prosopon')
        .setExpirationTime('5m')
        .sign(Buffer.from(client.key, 'base64')));
    const sent = path.includes('?') || path.startsWith('/tasks') ? path : `${path}?transactionId=t`;
    const answer = await service.call(method, `/osia/v1${sent}`, { token: bearer, body });
    const call: DescribedCall = {
      method,
      path: `/v1${sent}`,
      body,
      status: answer.status,
      contentType: answer.headers.get('content-type'),
      answer: answer.text === '' ? undefined : answer.json,
    };
    return { call, status: answer.status, json: answer.json };
  }
  /** A call in which all must be as described. */
  async function call(method: string, path: string, body?: unknown) {
    const { call, ...answer } = await send(method, path, body);
    expect(description.requestProblems(call)).toEqual([]);
    expect(description.answerProblems(call)).toEqual([]);
    return answer;
  }
  /** A refused call: its answer must be as described, whatever it asked for. */
  async function refused(method: string, path: string, body?: unknown, token?: string) {
    const { call, status } = await send(method, path, body, token);
    if (strict || !OF_HTTP.includes(status)) expect(description.answerProblems(call)).toEqual([]);
    return status;
  }
  /** A call with a callback, and what is posted there. */
  async function called(method: string, path: string, body?: unknown) {
    const query = `transactionId=t&callback=${encodeURIComponent(receiver.url)}`;
    const { status, json } = await call(method, `${path}?${query}`, body);
    expect(status).toBe(202);
    const { taskId } = json;
    const task = () => receiver.received.find(({ id }) => id === taskId);
    await vi.waitFor(() => expect(task()).toBeDefined(), { timeout: 20_000, interval: 20 });
    const { headers, body: text } = task()!;
    const result = JSON.parse(text);
    const type = String(headers['content-type']);
    expect(description.callbackProblems(method, `/v1${path}`, type, result)).toEqual([]);
    expect((await call('GET', `/tasks/${taskId}/status`)).status).toBe(200);
    return result;
  }

  const faces = (image: string) => [{ biometricType: 'FACE', image }];
  const encounter = (image: string) => ({
    // OSIA requires the id, which it calls read only.
    encounterId: 'of-the-server',
    status: 'ACTIVE',
    encounterType: 'ENROLMENT',
    biometricData: faces(image),
  });

  it.skipIf(!given)('would not pass for another', () => {
    const fine = { method: 'GET', path: '/v1/tasks/t/status', status: 200, answer: 'PENDING' };
    const contentType = 'application/json; charset=utf-8';
    const problems = (more: Partial<DescribedCall>) =>
      description.answerProblems({ ...fine, contentType, ...more });
    expect(problems({})).toEqual([]);
    expect(problems({ answer: 'DONE' })).toHaveLength(1);
    expect(problems({ status: 418 })).toEqual(['GET /v1/tasks/t/status: 418 is not described']);
    expect(problems({ contentType: 'text/plain' })).toHaveLength(1);
    const asked = (path: string, body?: unknown) =>
      description.requestProblems({ ...fine, contentType, method: 'POST', path, body });
    expect(asked('/v1/people?transactionId=t')).toEqual([expect.stringMatching(/not described/)]);
    expect(asked('/v1/persons')).toEqual(['transactionId is missing']);
    expect(asked('/v1/persons?transactionId=t&sort=1')).toEqual(['sort is not described']);
    expect(asked('/v1/persons?transactionId=t', { status: 'ACTIVE' })).not.toEqual([]);
  });

  it.skipIf(!given)('is what every call gets', async () => {
    const { personId, encounterId } = (await call('POST', '/persons', encounter(ada))).json;
    const at = `/persons/${personId}/encounters`;
    await call('GET', at);
    await call('GET', `${at}/${encounterId}`);
    const verified = await call('POST', `/verify/ALL/${personId}`, {
      biometricData: faces(adaLater),
    });
    expect(verified.json.decision).toBe(true);
    await call('POST', '/verify', { biometricData1: faces(ada), biometricData2: faces(adaLater) });
    const probe = { filter: {}, biometricData: faces(adaLater) };
    const most = '/identify/abis?transactionId=t&priority=9&maxNbCand=3';
    expect((await call('POST', most, probe)).json).toMatchObject([{ personId }]);
    await call('DELETE', `${at}/${encounterId}`);
    expect((await call('POST', '/persons/91/encounters', encounter(ada))).status).toBe(200);
    expect((await call('DELETE', '/persons/91')).status).toBe(204);
    expect((await call('POST', '/persons/92/encounters/e1', encounter(ada))).status).toBe(200);
    expect(await refused('POST', '/persons/92/encounters/e1', encounter(ada))).toBe(409);
    expect(await refused('POST', '/persons/92/encounters', encounter(ada))).toBe(403);
    await call('DELETE', '/persons/92');
  });

  it.skipIf(!given)('is what every callback gets', async () => {
    const { personId, encounterId } = await called('POST', '/persons', encounter(ada));
    const at = `/persons/${personId}/encounters`;
    await called('GET', at);
    await called('GET', `${at}/${encounterId}`);
    await called('POST', `/verify/ALL/${personId}`, { biometricData: faces(adaLater) });
    await called('POST', '/identify/ALL', { filter: {}, biometricData: faces(adaLater) });
    expect(await called('POST', '/persons', encounter(noFace))).toMatchObject({ code: 3 });
    expect(await called('DELETE', `/persons/${personId}`)).toBe('OK');
    expect(await called('GET', at)).toMatchObject({ code: 5 });
  });

  it.skipIf(!given)('is what every refusal gets', async () => {
    expect(await refused('POST', '/persons', { ...encounter(ada), biometricData: [] })).toBe(400);
    expect(await refused('POST', '/persons', encounter(noFace))).toBe(400);
    expect(await refused('POST', '/persons?priority=1', encounter(ada))).toBe(400);
    expect(await refused('POST', '/persons/ada/encounters', encounter(ada))).toBe(400);
    expect(await refused('POST', '/persons/0/encounters/e1', encounter(ada))).toBe(400);
    for (const [method, path] of [
      ['GET', '/persons/93/encounters'],
      ['GET', '/persons/ada/encounters/e1'],
      ['DELETE', '/persons/93'],
      ['DELETE', '/persons/93/encounters/e1'],
      ['GET', '/tasks/unknown/status'],
      ['POST', '/tasks/unknown/redeliver'],
    ] as const)
      expect(await refused(method, path), path).toBe(404);
    const probe = { filter: {}, biometricData: faces(ada) };
    expect(await refused('POST', '/verify/ALL/93', { biometricData: faces(ada) })).toBe(404);
    expect(await refused('POST', '/identify/nobodys', probe)).toBe(404);
    expect(await refused('POST', '/identify/ALL?transactionId=t&threshold=1', probe)).toBe(501);
    expect(await refused('POST', '/persons', encounter(ada), 'a.b.c')).toBe(401);
  });
});
