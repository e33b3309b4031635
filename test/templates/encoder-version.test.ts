/** Encoder versions: one integer for each fingerprint, the same in every process. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordRefused } from '../../src/errors.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { currentEncoderVersion, type EncoderParts } from '../../src/templates/encoder-version.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

describe.each(await databaseKinds())('encoder version on %s', (kind) => {
  let test: TestDatabase;
  let processes: EncoderParts[];
  beforeAll(async () => {
    test = await createTestDatabase(kind);
    const key = masterKey();
    processes = [];
    for (const database of [await test.open(), await test.open()])
      processes.push({ database, keyRing: await openKeyRing(key, database) });
  });
  afterAll(() => test.drop());

  it('rises with every new fingerprint and returns to the old one with the old one', async () => {
    const version = (fingerprint: string, name = 'fusion') =>
      currentEncoderVersion(processes[0]!, { name, fingerprint });
    expect(await version('a')).toBe(1);
    expect(await version('a')).toBe(1);
    expect(await version('b')).toBe(2);
    expect(await version('a', 'renamed')).toBe(1);
  });

  it('is the same for concurrent callers', async () => {
    const encoder = { name: 'n', fingerprint: 'raced' };
    const versions = await Promise.all(
      [0, 1, 0, 1].map((index) => currentEncoderVersion(processes[index]!, encoder)),
    );
    expect(new Set(versions).size).toBe(1);
  });

  it('is refused if given to another encoder', async () => {
    const [{ database }] = processes as [EncoderParts];
    const encoder = { name: 'n', fingerprint: 'mine' };
    await currentEncoderVersion(processes[0]!, encoder);
    await sql`update encoder_versions set fingerprint = 'another'
      where fingerprint = 'mine'`.execute(database.db);
    const another = currentEncoderVersion(processes[0]!, { ...encoder, fingerprint: 'another' });
    await expect(another).rejects.toThrow(RecordRefused);
  });
});
