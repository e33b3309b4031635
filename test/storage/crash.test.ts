/** Processes that are killed, and processes that write at once: what was acknowledged is there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, masterKey } from '../../testing/template-samples.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/enrol-forever.ts', import.meta.url));
const ROUNDS = 3;
const KILL_AFTER = [1, 40, 150];

describe.each(await databaseKinds())('processes on %s', (kind) => {
  const keys = masterKey();
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(kind);
  });
  afterEach(() => test.drop());

  const start = (job: { firstClass: bigint; features?: number }): ChildProcess => {
    const { masterKey: key } = keys;
    const whole = { ...test.location, ...job, masterKey: key, firstClass: `${job.firstClass}` };
    return spawn(process.execPath, [PROGRAM, JSON.stringify(whole)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };
  const openStore = async () => {
    const database = await test.open();
    return { database, store: createTemplateStore(database, await openKeyRing(keys, database)) };
  };

  it('killed at any moment lose no acknowledged enrolment and leave none half done', async () => {
    const acknowledged: bigint[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const child = start({ firstClass: BigInt(round * 100_000 + 1) });
      let seen = 0;
      for await (const line of createInterface({ input: child.stdout! })) {
        acknowledged.push(BigInt(line));
        if (++seen === KILL_AFTER[round]) child.kill('SIGKILL');
      }
      expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
    }
    const { database, store } = await openStore();
    expect(acknowledged.length).toBeGreaterThanOrEqual(191);
    for (const classId of acknowledged)
      expect((await store.read(bcid(classId)))?.features, `${classId}`).toHaveLength(1);
    for (const { class_id: classId } of await database.db
      .selectFrom('templates')
      .select('class_id')
      .execute()) {
      expect((await store.read(bcid(classId)))?.tags).toEqual([`class ${classId}`]);
      expect(await store.thumbnails(bcid(classId))).toHaveLength(1);
    }
  });

  it('that add to one class at once lose nothing', async () => {
    const children = [
      start({ firstClass: 5n, features: 10 }),
      start({ firstClass: 5n, features: 10 }),
    ];
    for (const child of children) child.stdout!.resume();
    const codes = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(codes.map(([code]) => code)).toEqual([0, 0]);
    const { store } = await openStore();
    expect((await store.read(bcid(5n)))?.features).toHaveLength(20);
    expect(await store.thumbnails(bcid(5n))).toHaveLength(20);
  });
});
