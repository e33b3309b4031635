/** What is ended or forgotten leaves no byte in the files of the embedded database. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRows, samplesOf, without } from '../../resilience/erase/rows.ts';
import { SUBJECTS } from '../../resilience/erase/subjects.ts';
import { openWorkplace, type Workplace } from '../../resilience/kill/workplace.ts';
import { findInFiles } from '../../src/storage/erased-bytes.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';

let test: TestDatabase;
let workplace: Workplace;
beforeEach(async () => {
  test = await createTestDatabase('sqlite');
  const masterKey = randomBytes(32).toString('base64');
  workplace = await openWorkplace({ location: test.location, masterKey });
});
afterEach(async () => {
  await workplace.database.close();
  await test.drop();
});

it.each(SUBJECTS.filter(({ name }) => name !== 'account'))('$name', async ({ store }) => {
  const before = await readRows(workplace.database);
  const forget = await store(workplace);
  const stored = await readRows(workplace.database);
  await forget();
  const after = await readRows(workplace.database);
  const samples = samplesOf(without(stored, before, after), after);
  expect(samples.length).toBeGreaterThan(3);
  const files = await findInFiles(test.location.dataDir, samples, new Set());
  expect(files.filter(({ found }) => found > 0)).toEqual([]);
});
