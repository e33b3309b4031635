/** What is kept of liveness sessions: ended once, sealed, gone at the deadline. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLivenessSessions } from '../../../src/access/liveness-sessions/liveness-sessions.ts';
import type { LivenessSession } from '../../../src/access/liveness-sessions/session.ts';
import { createTaskTokens } from '../../../src/access/tasks/task-tokens.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { sealedWorkplace } from '../../sealing/sealed-workplace.ts';

const MINUTE = 60_000;
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
