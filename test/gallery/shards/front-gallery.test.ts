/** A front finds in shards what one gallery would, or says which shard is missing. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../../src/config.ts';
import { Cancelled, Unavailable } from '../../../src/errors.ts';
import type { Gallery, GallerySearch } from '../../../src/gallery/gallery.ts';
import { createMemoryGallery } from '../../../src/gallery/memory/memory-gallery.ts';
import { createFrontGallery } from '../../../src/gallery/shards/front-gallery.ts';
import { holdForFronts } from '../../../src/gallery/shards/held-shard.ts';
import { createShardMessages } from '../../../src/gallery/shards/shard-messages.ts';
import { createShardService } from '../../../src/gallery/shards/shard-service.ts';
import { type KeyRing, openKeyRing } from '../../../src/sealing/keys.ts';
import { createTemplateStore, type TemplateStore } from '../../../src/templates/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { bcid, masterKey, unitVector } from '../../support/template-samples.ts';

const DIMENSION = 64;
const PEOPLE = 120;
const SHARDS = 3;

const derivedFrom = (secret: Uint8Array) => ({ derive: () => secret });

it.each([
  [{ PROSOPON_GALLERY_SHARD: '0/4', PROSOPON_GALLERY_SHARD_LISTEN: 'here:1' }, 'PART/SHARDS'],
  [{ PROSOPON_GALLERY_SHARD: '5/4', PROSOPON_GALLERY_SHARD_LISTEN: 'here:1' }, 'PART/SHARDS'],
  [{ PROSOPON_GALLERY_SHARD: '1/4' }, 'set both'],
  [{ PROSOPON_GALLERY_SHARDS: 'here:1,there' }, 'expected host:port'],
  [{ PROSOPON_GALLERY_SHARDS: 'here:1|,there:1' }, 'expected host:port'],
  [
    {
      ...{ PROSOPON_GALLERY_SHARD: '1/2', PROSOPON_GALLERY_SHARD_LISTEN: 'here:1' },
      PROSOPON_GALLERY_SHARDS: 'here:1',
    },
    'one of 2',
  ],
  [
    {
      ...{ PROSOPON_GALLERY: 'database', DATABASE_URL: 'postgres://here/db' },
      PROSOPON_GALLERY_SHARDS: 'here:1',
    },
    'no shards in memory',
  ],
])('%o stops the start', (env, reason) => {
  expect(() => parseConfig(env)).toThrow(reason);
});

describe('a front', () => {
  let test: TestDatabase;
  let keyRing: KeyRing;
  let templates: TemplateStore;
  let whole: Gallery;
  const faces: Float32Array[] = [];
  const closing: (() => unknown)[] = [];
  /** Addresses by shard. */
  const held: string[] = [];

  const openMemory = async (part?: number): Promise<Gallery> => {
    const shard = part === undefined ? {} : { shard: { part, of: SHARDS } };
    const gallery = createMemoryGallery({
      ...{ templates, encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], threads: 1 },
      ...shard,
    });
    closing.push(() => gallery.close());
    await gallery.ready;
    return gallery;
  };
  const serve = async (
    part: number,
    gallery: Gallery,
    { keys = keyRing as Pick<KeyRing, 'derive'>, encoderVersion = 1 } = {},
  ): Promise<string> => {
    const shard = { part, of: SHARDS };
    const service = createShardService({ shard, messages: createShardMessages(keys) });
    service.serve(encoderVersion, gallery);
    closing.push(() => service.close());
    return `127.0.0.1:${await service.listen({ host: '127.0.0.1', port: 0 })}`;
  };
  const front = (shards: readonly (readonly string[])[]): Gallery => {
    const gallery = createFrontGallery({ shards, keyRing, encoderVersion: 1 });
    closing.push(() => gallery.close());
    return gallery;
  };
  const search = async (gallery: Gallery, probes: readonly Float32Array[], more = {}) => {
    const { signal } = new AbortController();
    const scope: GallerySearch = { storage: 'test', partition: 'main', tags: [], limit: 4, signal };
    return gallery.search(probes, { ...scope, ...more });
  };

  beforeAll(async () => {
    test = await createTestDatabase('sqlite');
    const database = await test.open();
    keyRing = await openKeyRing(masterKey(), database);
    templates = createTemplateStore(database, keyRing);
    for (let i = 1; i <= PEOPLE; i++) {
      const values = unitVector(DIMENSION);
      faces.push(values);
      const one = { id: randomUUID(), values, enrolled: new Date() };
      const tags = i % 10 === 0 ? ['staff'] : [];
      await templates.update(bcid(BigInt(i)), () => ({
        ...{ encoderVersion: 1, features: [one], tags, thumbnails: [] },
      }));
    }
    whole = await openMemory();
    for (let part = 0; part < SHARDS; part++) held.push(await serve(part, await openMemory(part)));
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
    await test.drop();
  });

  it('finds what one gallery of all finds, among as many: one by one, in bulk, by tags', async () => {
    const gallery = front(held.map((address) => [address]));
    await gallery.ready;
    const shards = held.map((address, part) => ({
      ...{ number: part + 1, answers: true },
      holders: [{ address, classes: expect.any(Number) }],
    }));
    const status = { ready: true, classes: PEOPLE, vectors: PEOPLE, shards };
    expect(gallery.status()).toMatchObject(status);
    const scopes = [{}, { tags: ['staff'] }, { threshold: 0.95 }, { partition: 'other' }];
    for (const probes of [faces.slice(0, 1), faces, [unitVector(DIMENSION)], []])
      for (const scope of scopes) {
        const [found, expected] = [
          await search(gallery, probes, scope),
          await search(whole, probes, scope),
        ];
        expect(found.candidates).toEqual(expected.candidates);
        if (probes.length > 0) expect(found.searched).toBe(expected.searched);
      }
  });

  it('finds who is enrolled later, and nobody who was deleted', async () => {
    const gallery = front(held.map((address) => [address]));
    await gallery.ready;
    const values = unitVector(DIMENSION);
    const one = { id: randomUUID(), values, enrolled: new Date() };
    const change = { encoderVersion: 1, features: [one], tags: [], thumbnails: [] };
    const late = bcid(9_000_001n);
    const best = async () => (await search(gallery, [values])).candidates[0]![0]!.classId;
    await templates.update(late, () => change);
    expect(await best()).toBe(late.classId);
    await templates.delete(late);
    expect(await best()).not.toBe(late.classId);
  });

  it('has no answer without a shard, says which, and is whole again when it is back', async () => {
    const messages = createShardMessages(keyRing);
    const gallery = await openMemory(1);
    const service = createShardService({ shard: { part: 1, of: SHARDS }, messages });
    const port = await service.listen({ host: '127.0.0.1', port: 0 });
    const divided = front([[held[0]!], [`127.0.0.1:${port}`], [held[2]!]]);
    // It listens, but its gallery is not loaded.
    await expect(search(divided, faces.slice(0, 1))).rejects.toThrow(Unavailable);
    const said = () => divided.status().shards?.[1]?.holders[0]?.problem;
    await expect.poll(said).toBe(`127.0.0.1:${port}: This process is loading its networks.`);
    service.serve(1, gallery);
    await divided.ready;
    expect((await search(divided, faces)).searched).toBe(PEOPLE);
    service.close();
    const missing = 'The gallery cannot be searched as a whole: shard 2 of 3 is missing.';
    await expect(search(divided, faces)).rejects.toMatchObject({
      httpStatus: 503,
      message: missing,
    });
    await expect.poll(() => divided.status().problem, { timeout: 5000 }).toContain(missing);
    // Everything but searches is still served.
    expect(divided.status()).toMatchObject({
      ready: true,
      shards: [{ answers: true }, { answers: false }, { answers: true }],
    });

    const again = createShardService({ shard: { part: 1, of: SHARDS }, messages });
    again.serve(1, gallery);
    await again.listen({ host: '127.0.0.1', port });
    closing.push(() => again.close());
    const searched = () =>
      search(divided, faces).then(
        (found) => found.searched,
        () => 0,
      );
    await expect.poll(searched, { timeout: 5000 }).toBe(PEOPLE);
    await expect.poll(() => divided.status().problem, { timeout: 5000 }).toBeUndefined();
  });

  it('asks the replica when a shard is slow, which is told to stop', async () => {
    const shard = await openMemory(1);
    const stopped: boolean[] = [];
    const stuck = await serve(1, {
      ...shard,
      search: (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push(true);
            reject(new Cancelled());
          });
        }),
    });
    const gallery = front([[held[0]!], [stuck, held[1]!], [held[2]!]]);
    await gallery.ready;
    const found = await search(gallery, faces.slice(0, 3));
    expect(found.candidates).toEqual((await search(whole, faces.slice(0, 3))).candidates);
    await expect.poll(() => stopped).toEqual([true]);
  });

  it('goes on while a replica is away, and says which', async () => {
    const away = `127.0.0.1:${await freePort()}`;
    const gallery = front([[held[0]!], [held[1]!, away], [held[2]!]]);
    await gallery.ready;
    expect((await search(gallery, faces)).searched).toBe(PEOPLE);
    const { problem, shards } = gallery.status();
    expect(problem).toBeUndefined();
    expect(shards![1]).toMatchObject({
      answers: true,
      holders: [{ address: held[1] }, { address: away, problem: expect.stringContaining(away) }],
    });
  });

  it('stops the shards when its caller hangs up', async () => {
    let began = 0;
    let ended = 0;
    const shard = await openMemory(2);
    const busy = await serve(2, {
      ...shard,
      search: (_, { signal }) =>
        new Promise((_, reject) => {
          began++;
          signal.addEventListener('abort', () => {
            ended++;
            reject(new Cancelled());
          });
        }),
    });
    const gallery = front([[held[0]!], [held[1]!], [busy]]);
    await gallery.ready;
    const caller = new AbortController();
    const searching = search(gallery, faces.slice(0, 1), { signal: caller.signal });
    await expect.poll(() => began).toBe(1);
    caller.abort();
    await expect(searching).rejects.toThrow(Cancelled);
    await expect.poll(() => ended).toBe(1);
  });

  it('takes no answer of a shard of another number, encoder or key', async () => {
    const gallery = await openMemory(1);
    const wrong = {
      'of another number': await serve(2, gallery),
      'of another encoder': await serve(1, gallery, { encoderVersion: 2 }),
      'of another key': await serve(1, gallery, { keys: derivedFrom(randomBytes(32)) }),
    };
    for (const address of Object.values(wrong)) {
      const divided = front([[held[0]!], [address], [held[2]!]]);
      await expect
        .poll(() => divided.status().problem, { timeout: 5000 })
        .toContain('shard 2 of 3');
      expect(divided.status().ready).toBe(false);
      await expect(search(divided, faces)).rejects.toThrow(Unavailable);
      await divided.close();
    }
  });

  it('says where it cannot listen', async () => {
    const options = { shard: { part: 0, of: SHARDS }, messages: createShardMessages(keyRing) };
    const taken = createShardService(options).listen({
      ...{ host: '127.0.0.1', port: Number(held[0]!.split(':')[1]) },
    });
    await expect(taken).rejects.toThrow(ConfigError);
  });

  it('searches nothing by itself where a shard is held', async () => {
    const shard = { part: 0, of: SHARDS };
    const gallery = holdForFronts(whole, { shard, encoderVersion: 1, service: undefined });
    await expect(search(gallery, faces)).rejects.toThrow('shard 1 of 3');
  });

  describe('asked by a stranger, a shard', () => {
    const call = (bytes: Buffer, path = '/prosopon.internal.GalleryShard/Search') =>
      new Promise<unknown>((resolve, reject) => {
        const client = new Client(held[0]!, credentials.createInsecure());
        closing.push(() => client.close());
        const metadata = new Metadata();
        metadata.set('authorization', 'Bearer something');
        const same = (value: Buffer) => value;
        client.makeUnaryRequest(path, same, same, bytes, metadata, (error, answer) =>
          error === null ? resolve(answer) : reject(error as ServiceError),
        );
      });
    const question = (secret: Uint8Array | undefined) => {
      const keys = secret === undefined ? keyRing : derivedFrom(secret);
      const asked = { storage: 'test', partition: 'main', tags: [], limit: 1, probes: faces };
      const scope = { shard: { part: 0, of: SHARDS }, encoderVersion: 1 };
      return createShardMessages(keys).sealQuestion('Search', { ...asked, ...scope });
    };

    it('answers nothing', async () => {
      const refused = { code: status.UNAUTHENTICATED, details: 'another key' };
      await expect(call(Buffer.from('{"probes":[]}'))).rejects.toMatchObject(refused);
      await expect(call(question(randomBytes(32)))).rejects.toMatchObject(refused);
      const flipped = question(undefined);
      flipped[40]! ^= 1;
      await expect(call(flipped)).rejects.toMatchObject(refused);
      const elsewhere = '/prosopon.internal.GalleryShard/Status';
      await expect(call(question(undefined), elsewhere)).rejects.toMatchObject(refused);
    });

    it('takes in no more than a question', async () => {
      await expect(call(Buffer.alloc(2 << 20))).rejects.toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
      });
    });

    it('gives no answer that fits another question', async () => {
      const [one, other] = [question(undefined), question(undefined)];
      const messages = createShardMessages(keyRing);
      const answer = (await call(one)) as Buffer;
      expect(messages.openAnswer('Search', one, answer).candidates).toHaveLength(PEOPLE);
      expect(() => messages.openAnswer('Search', other, answer)).toThrow('do not authenticate');
    });
  });
});
