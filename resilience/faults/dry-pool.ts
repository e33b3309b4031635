/** All connections wait for a lock that another holds: who gets none is told so at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, databaseKinds } from '../../testing/databases.ts';
import { becomes, startService } from '../service.ts';
import type { FaultReport } from './report.ts';

const CALLS = 6;
const CONNECTIONS = 2;
/** Milliseconds that the lock is held, and in which those without a connection are answered. */
const [HELD, ANSWERED] = [20_000, 15_000];
const PATIENCE = 60;

export async function dryPool(): Promise<FaultReport> {
  if (!(await databaseKinds()).includes('postgres'))
    return { times: 0, broken: [], leftOut: 'left out: no PostgreSQL' };
  const test = await createTestDatabase('postgres', 'empty');
  const url = test.location.databaseUrl!;
  const broken: string[] = [];
  const other = new pg.Client({ connectionString: url });
  try {
    const service = await startService({ DATABASE_URL: `${url}?pool=${CONNECTIONS}` });
    const { image } = service;
    const enrol = (classId: number) => service.call(`/api/face/v1/enroll/${classId}`, [{ image }]);
    const isReady = async () => (await service.readyz()).status === 200;
    try {
      await enrol(1);
      await other.connect();
      await other.query('begin');
      await other.query('lock table templates, jobs in access exclusive mode');
      const calls = Array.from({ length: CALLS }, (_, i) => enrol(10 + i));
      const locked = performance.now();
      if (!(await becomes(HELD / 1000, async () => !(await isReady()))))
        broken.push('no connection is left, and it is ready');
      await sleep(Math.max(0, locked + HELD - performance.now()));
      await other.query('rollback');
      const answers = await Promise.all(calls);
      for (const { status, text, milliseconds } of answers) {
        if (status !== 200 && status !== 503) broken.push(`answered ${status} ${text}`);
        // It begins to wait when its image was looked at.
        if (status === 503 && milliseconds > ANSWERED + HELD / 2)
          broken.push(`refused after ${milliseconds.toFixed(0)} ms`);
      }
      if (!(await becomes(PATIENCE, isReady))) broken.push('not ready afterwards');
      for (const [i, { status }] of answers.entries()) {
        const path = `/api/face/v1/template/status/${10 + i}`;
        const { text } = await service.call(path, undefined, 'GET');
        if (status === 200 && !text.includes('"available":true')) broken.push(`lost: ${text}`);
        const again = await enrol(10 + i);
        if (again.status !== 200) broken.push(`afterwards: ${again.status} ${again.text}`);
      }
    } finally {
      await service.stop();
    }
  } finally {
    await other.end();
    await test.drop();
  }
  return { times: CALLS, broken };
}
