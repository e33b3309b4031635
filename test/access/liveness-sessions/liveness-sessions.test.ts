/** What is kept of liveness sessions: ended once, sealed, gone at the deadline. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLivenessSessions } from '../../../src/access/liveness-sessions/liveness-sessions.ts';
import type { LivenessSession } from '../../../src/access/liveness-sessions/session.ts';
import { createTaskTokens } from '../../../src/access/tasks/task-tokens.ts';
import { MOST_WAITING_BYTES } from '../../../src/access/waiting-bytes.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { sealedWorkplace } from '../../sealing/sealed-workplace.ts';

const MINUTE = 60_000;
const photoOf = (bytes: number) =>
  ({ with: 'photo', photo: Buffer.alloc(bytes), photoSha256: 'x' }) as const;
const PHOTO = Buffer.from('the photo that was brought along');

describe.each(await databaseKinds())('on %s', (kind) => {
  const { database, write, open } = sealedWorkplace(kind);

  async function begin(more: Partial<LivenessSession> = {}) {
    const { keyRing, clients } = await open();
    const id = `c${randomUUID().slice(0, 8)}`;
    const client = await clients.create({ id, name: id, storage: 's', partition: id });
    const taskTokens = createTaskTokens({ database: database(), keyRing, issuer: 'http://test' });
    const parts = { database: database(), keyRing, taskTokens, publicUrl: () => 'http://test' };
    const sessions = createLivenessSessions(parts);
    const now = Date.now();
    const session: LivenessSession = {
      ...{ id: randomUUID(), clientId: id, level: 'challenge', maxAttempts: 3, nonce: 'n' },
      ...{ created: new Date(now), expires: new Date(now + MINUTE) },
      readableUntil: new Date(now + 2 * MINUTE),
      match: { with: 'photo', photo: PHOTO, photoSha256: 'x' },
      ...{ keepReferenceImage: true, returnUrl: undefined, ...more },
    };
    await sessions.create(session, client);
    return { sessions, clients, session, client };
  }
  const nothing = async () => {};
  const SUCCESS = { ended: 'succeeded', result: 'jws' } as const;

  it('can be read as created, until its deadline', async () => {
    const { sessions, session } = await begin();
    expect(await sessions.find(session.id)).toEqual(session);
    expect(await sessions.find(session.id, session.readableUntil)).toBeUndefined();
    expect(await sessions.find(randomUUID())).toBeUndefined();
  });

  it('is not kept beyond the room of its client, which samples share', async () => {
    const { sessions, session, client } = await begin();
    const another = (bytes: number) =>
      sessions.create({ ...session, id: randomUUID(), match: photoOf(bytes) }, client);
    await another(1000);
    const sample = { token_id: randomUUID(), sample_index: 0, tags: '[]' };
    await database().write(async (trx) => {
      const token = { client_id: client.id, expires: session.expires.toISOString() };
      const counts = { max_attempts: 1, attempts_used: 0, uploads: 0, begun: null };
      const row = { token_id: sample.token_id, ...token, ...counts };
      const key = await trx
        .selectFrom('key_encryption_keys')
        .select('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('task_tokens')
        .values({ ...row, result: null, result_attempt: null, seal: Buffer.alloc(32) })
        .execute();
      await trx
        .insertInto('task_samples')
        .values({
          ...{ ...sample, size: MOST_WAITING_BYTES - 5000, kek_id: key.id, body: Buffer.of(0) },
          ...{ data_key: Buffer.alloc(60), signature: Buffer.alloc(32) },
        })
        .execute();
    });
    await expect(another(5000)).rejects.toMatchObject({
      ...{ httpStatus: 429, retryAfter: 60 },
      message: expect.stringMatching(/fill the 1024 MB for them; run the tasks/),
    });
    await another(100);
  });

  it('ends once, even for concurrent calls, and then loses the photo', async () => {
    const { sessions, session } = await begin();
    let told = 0;
    const ends = ['a', 'b', 'c'].map((result) =>
      sessions.end(session.id, { ended: 'succeeded', result }, async () => void told++),
    );
    expect((await Promise.all(ends)).filter((ended) => ended)).toHaveLength(1);
    expect(told).toBeGreaterThan(0);
    const found = await sessions.find(session.id);
    expect(found).toMatchObject({ ended: 'succeeded', nonce: 'n' });
    expect(found?.match).toBeUndefined();
    expect(await sessions.end(session.id, SUCCESS, nothing)).toBe(false);
  });

  it('cannot end after it expired or was erased', async () => {
    const { sessions, session } = await begin({ expires: new Date(Date.now() - 1) });
    expect(await sessions.end(session.id, SUCCESS, nothing)).toBe(false);
    expect(await sessions.erase(session.id, nothing)).toBe(true);
    expect(await sessions.erase(session.id, nothing)).toBe(false);
    expect(await sessions.end(session.id, SUCCESS, nothing)).toBe(false);
  });

  it("is refused if changed behind the service's back", async () => {
    for (const statement of [
      sql`update liveness_sessions set expires = '2099-01-01T00:00:00.000Z'`,
      sql`update liveness_sessions set ended = 'succeeded'`,
    ]) {
      const { sessions, session } = await begin();
      await write(statement);
      expect(await sessions.find(session.id)).toBeUndefined();
      expect(await sessions.end(session.id, SUCCESS, nothing)).toBe(false);
      await sessions.erase(session.id, nothing);
    }
  });

  it('is deleted with its client', async () => {
    const { sessions, clients, session, client } = await begin();
    await clients.delete(client.id);
    expect(await sessions.find(session.id)).toBeUndefined();
    await expect(sessions.create({ ...session, id: randomUUID() }, client)).rejects.toThrow();
  });

  it('is overdue at its deadline', async () => {
    const { sessions, session } = await begin();
    const at = (date: Date) => sessions.overdue(500, date);
    const ids = (found: Awaited<ReturnType<typeof at>>) => found.map(({ id }) => id);
    expect(ids(await at(new Date()))).not.toContain(session.id);
    expect(ids(await at(session.readableUntil))).toContain(session.id);
  });
});
