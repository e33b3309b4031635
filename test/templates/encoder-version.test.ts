/** Encoder versions: one integer for each fingerprint, the same in every process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { currentEncoderVersion } from '../../src/templates/encoder-version.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../support/databases.ts';

describe.each(await databaseKinds())('encoder version on %s', (kind) => {
  let test: TestDatabase;
  let databases: Database[];
  beforeAll(async () => {
    test = await createTestDatabase(kind);
    databases = [await test.open(), await test.open()];
  });
  afterAll(() => test.drop());

  it('counts up with every new fingerprint and returns to the old one with the old one', async () => {
    const version = (fingerprint: string, name = 'fusion') =>
      currentEncoderVersion(databases[0]!, { name, fingerprint });
    expect(await version('a')).toBe(1);
    expect(await version('a')).toBe(1);
    expect(await version('b')).toBe(2);
    expect(await version('a', 'renamed')).toBe(1);
  });

  it('is the same for all who ask at once', async () => {
    const encoder = { name: 'n', fingerprint: 'raced' };
    const versions = await Promise.all(
      [0, 1, 0, 1].map((index) => currentEncoderVersion(databases[index]!, encoder)),
    );
    expect(new Set(versions).size).toBe(1);
  });
});
