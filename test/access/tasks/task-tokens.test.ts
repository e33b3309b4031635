/** Task tokens: what they say, that nothing else passes for one, and that attempts are counted once. */
import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAuthenticator } from '../../../src/access/authenticate.ts';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import { createReplayGuard } from '../../../src/access/replay.ts';
import { createServiceKeys } from '../../../src/access/service-keys.ts';
import {
  fromClaims,
  TASKS,
  type TaskGrant,
  toClaims,
} from '../../../src/access/tasks/task-claims.ts';
import {
  createTaskTokens,
  type TaskTokens,
  validity,
} from '../../../src/access/tasks/task-tokens.ts';
import { noneIf, PermissionDenied, RecordRefused, Unauthenticated } from '../../../src/errors.ts';
import { type KeyRing, openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';

const KINDS = await databaseKinds();
const BCID = { storage: 's', partition: 'p', classId: 7n };

const grantOf = (more: Partial<TaskGrant> = {}): TaskGrant => ({
  tokenId: randomUUID(),
  clientId: 'shop',
  task: 'verify',
  bcid: BCID,
  maxAttempts: 3,
  liveDetection: false,
  challenge: undefined,
  autoEnroll: false,
  traits: 3,
  ...validity(),
  ...more,
});

describe('claims', () => {
  const direction = fc.constantFrom('up', 'down', 'left', 'right');
  const grants = fc
    .record({
      task: fc.constantFrom(...TASKS),
      maxAttempts: fc.integer({ min: 1, max: 15 }),
      liveDetection: fc.boolean(),
      autoEnroll: fc.boolean(),
      classId: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      directions: fc.array(direction, { minLength: 2, maxLength: 7 }),
      challenged: fc.constantFrom('no', 'by the token', 'later'),
      traits: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ classId, directions, challenged, ...rest }) =>
      grantOf({
        ...rest,
        bcid: { ...BCID, classId },
        challenge:
          challenged === 'no'
            ? undefined
            : Array.from({ length: rest.maxAttempts }, () =>
                challenged === 'later' ? [] : directions,
              ),
        ...(challenged === 'later' ? { toldLater: directions.length } : {}),
      }),
    );

  it('encode the grant in bits, and decode to the same grant', () => {
    fc.assert(
      fc.property(grants, (grant) => {
        const claims = toClaims(grant, 'http://faces.example');
        const bits = claims.task as number;
        expect(bits & 0x0f).toBe(grant.maxAttempts);
        const task = {
          ...{ verify: 0, identify: 0x10, enroll: 0x20 },
          ...{ livenesssession: 0x40, livenessdetection: 0x80 },
        };
        expect(bits & 0xf0).toBe(task[grant.task]);
        expect((bits & 0x100) !== 0).toBe(grant.liveDetection);
        expect((bits & 0x200) !== 0).toBe('challenge' in claims);
        expect((bits & 0x1000) !== 0).toBe(grant.autoEnroll);
        expect(bits & ~0x13bf).toBe(0);
        expect(fromClaims(JSON.parse(JSON.stringify(claims)))).toEqual(grant);
      }),
    );
  });

  it('of other tokens are no grant', () => {
    const claims = toClaims(grantOf({ challenge: [['up'], ['up'], ['up']] }), 'x');
    expect(fromClaims(claims)).toBeDefined();
    for (const wrong of [
      { task: 0 },
      { task: 0x50 | 3 },
      { task: 3.5 },
      { task: '3' },
      { bcid: 's.p' },
      { bcid: 's.p.0' },
      { bcid: undefined },
      { challenge: undefined },
      { challenge: [['up']] },
      { challenge: [[], [], []] },
      { challenges: 3 },
      { tokenid: 7 },
      { app: undefined },
      { traits: null },
      { exp: 1e300 },
    ])
      expect(fromClaims({ ...claims, ...wrong }), JSON.stringify(wrong)).toBeUndefined();
    fc.assert(fc.property(fc.object(), (any) => fromClaims(any) === undefined));
  });
});

describe.each(KINDS)('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let second: Database;
  let keyRing: KeyRing;
  let client: CreatedClient;
  let tokens: TaskTokens;
  /** As another process on the same database would have them. */
  let others: TaskTokens;
  const issuer = 'https://faces.example';

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    const key = masterKey();
    keyRing = await openKeyRing(key, database);
    const registry = createClientRegistry(database, keyRing);
    client = await registry.create({ id: 'shop', name: 'Shop', storage: 's', partition: 'p' });
    tokens = createTaskTokens({ database, keyRing, issuer });
    second = await test.open();
    others = createTaskTokens({
      database: second,
      keyRing: await openKeyRing(key, second),
      issuer: 'https://other.example',
    });
  });
  afterAll(() => test.drop());

  const authenticator = (taskTokens = tokens) =>
    createAuthenticator({
      clients: createClientRegistry(database, keyRing),
      audiences: ['prosopon'],
      taskTokens,
    });

  it('are JWTs with the claims of the interface, valid in every process', async () => {
    const grant = grantOf();
    const token = await tokens.issue(grant);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', typ: 'JWT' });
    expect(decodeJwt(token)).toMatchObject({
      tokenid: grant.tokenId,
      iss: issuer,
      aud: issuer,
      bcid: 's.p.7',
      clnt: 'shop',
      app: 'shop',
      task: 3,
      traits: 3,
    });
    const caller = await authenticator(others)(`Bearer ${token}`);
    expect(caller).toMatchObject({ client: { id: 'shop' }, permit: grant });
  });

  it('do not work for a later client of the same id', async () => {
    const clients = createClientRegistry(database, keyRing);
    const place = { id: 'again', name: 'Again', storage: 's', partition: 'p' };
    await clients.create(place);
    const ofClient = { clientId: place.id, ...validity(new Date(Date.now() - 60_000)) };
    const token = await tokens.issue(grantOf(ofClient));
    await clients.delete(place.id);
    await clients.create(place);
    await expect(authenticator()(`Bearer ${token}`)).rejects.toThrow(Unauthenticated);
    const own = await tokens.issue(grantOf({ clientId: place.id }));
    expect(await authenticator()(`Bearer ${own}`)).toMatchObject({ client: { id: place.id } });
    await clients.delete(place.id);
  });

  it('are refused before their time, after it, and when forged or changed', async () => {
    const authenticate = authenticator();
    const refused = (token: string) =>
      expect(authenticate(`Bearer ${token}`)).rejects.toThrow(Unauthenticated);
    const at = (offset: number) => validity(new Date(Date.now() + offset));
    await refused(await tokens.issue(grantOf(at(-601_000))));
    await refused(await tokens.issue(grantOf(at(60_000))));
    const [head, body, signature] = (await tokens.issue(grantOf())).split('.') as [
      string,
      string,
      string,
    ];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const more = encode({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), task: 15 });
    await refused(`${head}.${more}.${signature}`);
    await refused(`${encode({ alg: 'none' })}.${body}.`);
    await refused(`${head}.${body}.`);
    await refused(await tokens.issue(grantOf({ clientId: 'nobody' })));
    await refused(await tokens.issue(grantOf({ bcid: { ...BCID, partition: 'other' } })));
  });

  it('and client JWTs never pass for each other', async () => {
    const authenticate = authenticator();
    const clientKey = Buffer.from(client.key, 'base64');
    const { kid = '' } = decodeProtectedHeader(await tokens.issue(grantOf()));
    const claims = toClaims(grantOf(), issuer);
    const asClient = { sub: 'shop', aud: 'prosopon', exp: claims.exp };
    const sign = (payload: object, secret: Uint8Array, header: object = {}) =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
        .sign(secret);
    const caller = await authenticate(`Bearer ${await sign(asClient, clientKey)}`);
    expect(caller.permit).toBeUndefined();
    for (const [name, token] of Object.entries({
      'claims of a task token, key of the client': await sign(claims, clientKey, { kid }),
      'the same without key id': await sign(claims, clientKey),
      'a task token that says it is a client': await tokens
        .issue(grantOf())
        .then((token) => token.replace(/\..*\./, `.${payload({ ...claims, ...asClient })}.`)),
      'an empty key': await forgedWith(''),
      'the client secret': await sign(claims, Buffer.from(client.secret), { kid }),
    }))
      await expect(authenticate(`Bearer ${token}`), name).rejects.toThrow(Unauthenticated);
    // Both kinds of claims under the key of the client: a client JWT, and no permit.
    const both = await sign({ ...claims, ...asClient }, clientKey, { kid });
    expect((await authenticate(`Bearer ${both}`)).permit).toBeUndefined();

    function payload(value: unknown) {
      return Buffer.from(JSON.stringify(value)).toString('base64url');
    }
    async function forgedWith(secret: string) {
      const signed = `${payload({ alg: 'HS256', kid })}.${payload(claims)}`;
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    }
  });

  it('are signed with one key, even if processes start at the same moment', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, i) => {
        const at = i % 2 ? database : second;
        return createServiceKeys(at, keyRing, 'made at once').current();
      }),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('are signed with a new key each day; the older key stays valid as long as its tokens', async () => {
    const kidOf = (token: string) => decodeProtectedHeader(token).kid;
    const later = (milliseconds: number) => new Date(Date.now() + milliseconds);
    const old = await tokens.issue(grantOf());
    await tokens.sweep();
    expect(kidOf(await tokens.issue(grantOf()))).toBe(kidOf(old));
    const nextDay = later(87_000_000);
    await Promise.all([tokens.sweep(nextDay), others.sweep(nextDay)]);
    const renewed = await tokens.issue(grantOf());
    expect(kidOf(renewed)).not.toBe(kidOf(old));
    for (const one of [tokens, others, createTaskTokens({ database, keyRing, issuer })]) {
      await one.permit(old);
      await one.permit(renewed);
    }
    const keys = await database.db.selectFrom('service_keys').selectAll().execute();
    expect(keys.filter(({ purpose }) => purpose === 'task token')).toHaveLength(2);
    await tokens.sweep(later(87_900_000));
    await expect(tokens.permit(old)).rejects.toThrow(Unauthenticated);
    await tokens.permit(renewed);
  });

  it('give the last attempt to one of two racing processes', async () => {
    const token = await tokens.issue(grantOf({ maxAttempts: 3 }));
    const permits = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? tokens : others).permit(token)),
    );
    const begun = await Promise.allSettled(permits.map((permit) => permit.begin()));
    const numbers = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []));
    expect(numbers.sort()).toEqual([1, 2, 3]);
    for (const one of begun)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(PermissionDenied);
    const reopened = createTaskTokens({ database, keyRing, issuer });
    await expect((await reopened.permit(token)).begin()).rejects.toThrow(PermissionDenied);
  });

  it('give each attempt its own challenge, and the client the latest outcome', async () => {
    const challenge = [
      ['up', 'left'],
      ['down', 'up'],
    ];
    const grant = grantOf({ maxAttempts: 2, challenge, liveDetection: true });
    const permit = await others.permit(await tokens.issue(grant));
    expect(await tokens.result('shop', grant.tokenId)).toBeUndefined();
    const first = await permit.begin();
    const second = await permit.begin();
    expect([first.challenge, second.challenge]).toEqual(challenge);
    const classIds = [2n ** 63n - 1n];
    const finished = new Date();
    const outcome = { operation: 'identify', jobId: 'j', errors: [], classIds, finished };
    await second.end({ ...outcome, success: true });
    await first.end({ ...outcome, success: false });
    expect(await tokens.result('shop', grant.tokenId)).toEqual({
      ...outcome,
      success: true,
      attempt: 2,
      maxAttempts: 2,
      task: 'verify',
      bcid: 's.p.7',
      tokenId: grant.tokenId,
    });
    expect(await tokens.result('bakery', grant.tokenId)).toBeUndefined();
  });

  it.each([
    ['first', 'a later attempt', 0, 1],
    ['last', 'an earlier attempt', 1, 0],
  ])('keep a success that ended %s against the failure of %s', async (_, __, ...order) => {
    const grant = grantOf({ maxAttempts: 3 });
    const permit = await tokens.permit(await tokens.issue(grant));
    const attempts = [await permit.begin(), await permit.begin(), await permit.begin()];
    const outcome = { operation: 'verify', jobId: 'j', errors: [], classIds: [] };
    const end = (index: number, success: boolean) =>
      attempts[index]!.end({ ...outcome, success, finished: new Date() });
    for (const index of order) await end(index, index === 0);
    await end(2, false);
    const kept = { success: true, attempt: 1 };
    expect(await tokens.result('shop', grant.tokenId)).toMatchObject(kept);
    await end(2, true);
    expect(await tokens.result('shop', grant.tokenId)).toMatchObject(kept);
  });

  it('accept no sample after the last attempt, or after the client is deleted', async () => {
    const sample = { bytes: Buffer.from('an image'), tags: [] };
    const grant = grantOf({ maxAttempts: 1 });
    const permit = await tokens.permit(await tokens.issue(grant));
    await permit.countUpload();
    await (await others.permit(await others.issue({ ...grant }))).begin();
    await expect(permit.addSample(sample)).rejects.toThrow(PermissionDenied);
    const registry = createClientRegistry(database, keyRing);
    const settings = { id: 'brief', name: 'Brief', storage: 'b', partition: 'p' };
    await registry.create(settings);
    const orphan = await tokens.permit(await tokens.issue(grantOf({ clientId: 'brief' })));
    await orphan.countUpload();
    await registry.delete('brief');
    const steps = [() => orphan.addSample(sample), orphan.countUpload, orphan.begin];
    for (const step of steps) await expect(step()).rejects.toThrow(Unauthenticated);
    const waiting = await database.db.selectFrom('task_samples').selectAll().execute();
    expect(waiting.filter(({ token_id }) => token_id === grant.tokenId)).toEqual([]);
  });

  describe('that are used up', () => {
    const sample = { bytes: Buffer.from('an image'), tags: [] };
    const waiting = async ({ tokenId }: TaskGrant) => {
      const rows = database.db.selectFrom('task_samples').select('sample_index');
      return (await rows.where('token_id', '=', tokenId).execute()).length;
    };
    const uploaded = async () => {
      const grant = grantOf();
      const permit = await tokens.permit(await tokens.issue(grant));
      await permit.countUpload();
      await permit.addSample(sample);
      return { grant, permit, useUp: () => second.write((trx) => others.useUp(trx, grant)) };
    };

    it('keep no sample, whatever another process stores at that moment', async () => {
      for (let i = 0; i < 5; i++) {
        const { grant, permit, useUp } = await uploaded();
        const add = () => permit.addSample(sample).catch(noneIf(PermissionDenied));
        await Promise.all([add(), useUp(), add(), add()]);
        expect(await waiting(grant)).toBe(0);
        for (const step of [() => permit.addSample(sample), permit.countUpload, permit.begin])
          await expect(step()).rejects.toThrow(PermissionDenied);
      }
    });

    it("keep none either if they were changed behind the service's back", async () => {
      const { grant, permit, useUp } = await uploaded();
      const row = database.db.updateTable('task_tokens').where('token_id', '=', grant.tokenId);
      await row.set({ attempts_used: 0, max_attempts: 15 }).execute();
      await useUp();
      expect(await waiting(grant)).toBe(0);
      await expect(permit.addSample(sample)).rejects.toThrow(RecordRefused);
    });
  });

  it('run anew on the same image with another burst, and answer the same samples as before', async () => {
    const permit = await tokens.permit(await tokens.issue(grantOf()));
    const bytes = Buffer.from('an image');
    const burst = (frame: string) => [{ milliseconds: 0, bytes: Buffer.from(frame) }];
    const runWith = async (frame: string) => {
      await permit.countUpload();
      await permit.addSample({ bytes, tags: [], burst: burst(frame) });
      return permit.beginTask();
    };
    const first = await runWith('one');
    if (!('number' in first)) throw new Error('not begun');
    const outcome = { operation: 'verify', jobId: 'j', success: false, errors: [], classIds: [] };
    await first.end({ ...outcome, finished: new Date() });
    expect(await runWith('one')).toMatchObject({ answered: { attempt: 1 } });
    expect(await runWith('another')).toMatchObject({ number: 2 });
  });

  describe('that tell a challenge when an attempt begins', () => {
    const later = (maxAttempts = 3) =>
      grantOf({
        maxAttempts,
        challenge: Array.from({ length: maxAttempts }, () => []),
        toldLater: 4,
        liveDetection: true,
      });
    const told = (wait: { number: number; challenge?: readonly string[] | undefined }) => [
      wait.number,
      wait.challenge,
    ];

    it('tell concurrent callers the same challenge, and run it once', async () => {
      const token = await tokens.issue(later());
      const permits = await Promise.all(
        Array.from({ length: 8 }, (_, i) => (i % 2 ? tokens : others).permit(token)),
      );
      const answers = await Promise.all(permits.map((permit) => permit.tellChallenge()));
      const [first] = answers;
      expect(first?.number).toBe(1);
      expect(first?.challenge).toHaveLength(4);
      for (const answer of answers) expect(told(answer)).toEqual(told(first!));
      const run = await Promise.allSettled(permits.map((permit) => permit.begin()));
      const ran = run.flatMap((one) => (one.status === 'fulfilled' ? [told(one.value)] : []));
      expect(ran).toEqual([told(first!)]);
      const next = await permits[0]!.tellChallenge();
      expect(next.number).toBe(2);
    });

    it('count an attempt per told challenge, and run none that was not told, or too late', async () => {
      const grant = later(2);
      const permit = await tokens.permit(await tokens.issue(grant));
      await expect(permit.begin()).rejects.toThrow('Ask for the challenge of this attempt first');
      await permit.tellChallenge();
      const twoMinutesOn = Date.now() + 121_000;
      vi.useFakeTimers({ toFake: ['Date'], now: twoMinutesOn });
      onTestFinished(() => void vi.useRealTimers());
      await expect(permit.begin()).rejects.toThrow(PermissionDenied);
      expect((await permit.tellChallenge()).number).toBe(2);
      await permit.countUpload();
      expect((await permit.begin()).number).toBe(2);
      await expect(permit.tellChallenge()).rejects.toThrow('used up');
      const known = await tokens.permit(await tokens.issue(grantOf()));
      await expect(known.tellChallenge()).rejects.toThrow('already carries its challenges');
    });
  });

  it('recognise an image that another token of their client saw within a day', async () => {
    const image = Buffer.from(randomUUID());
    const permit = await tokens.permit(await tokens.issue(grantOf()));
    const bcid = { ...BCID, classId: 8n };
    const another = await others.permit(await tokens.issue(grantOf({ bcid })));
    const seen = await Promise.all([permit.seenBefore(image), another.seenBefore(image)]);
    expect(seen.sort()).toEqual([false, true]);
    expect(await permit.seenBefore(image)).toBe(true);
    const guard = createReplayGuard(database, keyRing);
    expect(await guard.sweep(new Date(Date.now() + 90_000_000))).toBeGreaterThanOrEqual(1);
    expect(await permit.seenBefore(image)).toBe(false);
  });
});
