/** The task of a token, requested twice at once in two processes. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import {
  createTaskTokens,
  type TaskTokens,
  validity,
} from '../../../src/access/tasks/task-tokens.ts';
import { Aborted } from '../../../src/errors.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { bcid, masterKey } from '../../../testing/template-samples.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  const processes: TaskTokens[] = [];
  beforeAll(async () => {
    test = await createTestDatabase(kind);
    const keys = masterKey();
    for (let process = 0; process < 2; process++) {
      const database = await test.open();
      const keyRing = await openKeyRing(keys, database);
      processes.push(createTaskTokens({ database, keyRing, issuer: 'http://test' }));
      if (process === 0) {
        const client = { id: 'shop', name: 'Shop', storage: 'test', partition: 'main' };
        await createClientRegistry(database, keyRing).create(client);
      }
    }
  });
  afterAll(() => test.drop());

  it('runs once; the other request hears so, not how the attempt before ended', async () => {
    const token = await processes[0]!.issue({
      tokenId: randomUUID(),
      clientId: 'shop',
      task: 'verify',
      bcid: bcid(7n),
      maxAttempts: 15,
      liveDetection: false,
      challenge: undefined,
      autoEnroll: false,
      traits: 3,
      ...validity(),
    });
    const permits = await Promise.all(processes.map((tokens) => tokens.permit(token)));
    for (let attempt = 1; attempt <= 15; attempt++) {
      await permits[0]!.countUpload();
      await permits[0]!.addSample({ bytes: Buffer.from(`image ${attempt}`), tags: [] });
      const both = await Promise.allSettled(permits.map((permit) => permit.beginTask()));
      const begun = both.flatMap(({ status, ...rest }) =>
        status === 'fulfilled' && 'value' in rest ? [rest.value] : [],
      );
      expect(begun).toMatchObject([{ number: attempt }]);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: expect.any(Aborted),
      });
      const [running] = begun;
      if (running === undefined || 'answered' in running) continue;
      const ended = { operation: 'verify', jobId: randomUUID(), finished: new Date() };
      await running.end({ ...ended, success: false, errors: [], classIds: [] });
    }
  });
});
