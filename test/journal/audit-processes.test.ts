/** Processes that append to one audit trail at once, and are killed: no acknowledged entry is lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/audit-forever.ts', import.meta.url));

describe.each(await databaseKinds())('processes on %s', (kind) => {
  const keys = masterKey();
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(kind);
  });
  afterEach(() => test.drop());

  const start = (job: { name: string; entries?: number }): ChildProcess => {
    const whole = { ...test.location, ...job, masterKey: keys.masterKey };
    return spawn(process.execPath, [PROGRAM, JSON.stringify(whole)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };
  /** Transaction ids the process acknowledged; `seen` hears how many. */
  const acknowledgedBy = async (child: ChildProcess, seen: (number: number) => void = () => {}) => {
    const ids: string[] = [];
    for await (const line of createInterface({ input: child.stdout! })) seen(ids.push(line));
    return ids;
  };
  const openTrail = async () => {
    const database = await test.open();
    return createAuditTrail(database, await openKeyRing(keys, database));
  };

  it('that append at once make one chain without gaps', async () => {
    const children = ['one', 'two'].map((name) => start({ name, entries: 60 }));
    const ends = children.map((child) => once(child, 'exit'));
    const ids = (await Promise.all(children.map((child) => acknowledgedBy(child)))).flat();
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0]);
    expect(ids).toHaveLength(120);
    const trail = await openTrail();
    expect(await trail.verify()).toMatchObject({ intact: true, entries: 120 });
    const stored = (await Array.fromAsync(trail.stream({}))).map((entry) => entry.transactionId);
    expect(stored.toSorted()).toEqual(ids.toSorted());
  });

  it('killed at any moment lose nothing acknowledged', async () => {
    const ids: string[] = [];
    for (const [round, most] of [1, 25].entries()) {
      const children = ['one', 'two'].map((name) => start({ name: `${name}-${round}` }));
      const lists = children.map((child) =>
        acknowledgedBy(child, (number) => {
          if (number >= most) child.kill('SIGKILL');
        }),
      );
      ids.push(...(await Promise.all(lists)).flat());
    }
    const trail = await openTrail();
    expect(await trail.verify()).toMatchObject({ intact: true });
    const stored = new Set(
      (await Array.fromAsync(trail.stream({}))).map((entry) => entry.transactionId),
    );
    expect(ids.filter((id) => !stored.has(id))).toEqual([]);
  });
});
