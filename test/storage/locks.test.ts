/** A process keeps its locks on SQLite: without them, another one would delete the log under it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase('sqlite');
});
afterEach(() => test.drop());

/** Locks of this process on the file, as the system knows them. */
const locksOn = (name: string) => {
  const { ino } = statSync(join(test.location.dataDir, name));
  const lines = readFileSync('/proc/locks', 'utf8').split('\n');
  return lines.filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `));
};

it.runIf(process.platform === 'linux')(
  'when a thread of it opens the database, and closes it',
  async () => {
    const database = await test.open();
    await database.ping();
    const files = ['prosopon.db', 'prosopon.db-shm'];
    const before = files.map((file) => locksOn(file).length);
    expect(before).toEqual([1, 1]);
    await (await test.open()).close();
    expect(files.map((file) => locksOn(file).length)).toEqual(before);
  },
);
