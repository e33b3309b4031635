/** PostgreSQL answers late, or never while its connections stay open. */
import { createTestDatabase, databaseKinds } from '../../testing/databases.ts';
import { openLine } from '../../testing/line.ts';
import { becomes, startService } from '../service.ts';
import type { FaultReport } from './report.ts';

/** Milliseconds that every message takes, either way, and whether calls are served beside that. */
const DELAYS = [
  { late: 30, served: true },
  { late: Number.POSITIVE_INFINITY, served: false },
] as const;
/** Milliseconds in which every call has its answer. */
const ANSWERED = 45_000;
/** Seconds on a machine with much else to do. */
const PATIENCE = 60;

export async function slowDatabase(): Promise<FaultReport> {
  if (!(await databaseKinds()).includes('postgres'))
    return { times: 0, broken: [], leftOut: 'left out: no PostgreSQL' };
  const test = await createTestDatabase('postgres', 'empty');
  const line = await openLine(test.location.databaseUrl!);
  const broken: string[] = [];
  try {
    const service = await startService({ DATABASE_URL: line.url });
    const { image } = service;
    const isReady = async () => (await service.readyz()).status === 200;
    const enrol = (classId: number) => service.call(`/api/face/v1/enroll/${classId}`, [{ image }]);
    try {
      await enrol(1);
      for (const [i, { late, served }] of DELAYS.entries()) {
        const wrong = (what: string) => broken.push(`${late} ms late: ${what}`);
        const classIds = [10 * i + 2, 10 * i + 3, 10 * i + 4];
        // One is at work when it begins.
        const calls = classIds.slice(0, 1).map(enrol);
        line.slow(late);
        calls.push(...classIds.slice(1).map(enrol));
        if ((await isReady()) !== served) wrong(served ? 'not ready' : 'it is ready');
        const answers = await Promise.all(calls);
        for (const { status, text, milliseconds } of answers) {
          if (milliseconds > ANSWERED) wrong(`answered after ${milliseconds.toFixed(0)} ms`);
          if (served ? status !== 200 : status !== 200 && status !== 503)
            wrong(`answered ${status} ${text.slice(0, 200)}`);
        }
        line.mend();
        if (!(await becomes(PATIENCE, isReady))) wrong('not ready afterwards');
        for (const [j, classId] of classIds.entries()) {
          const path = `/api/face/v1/template/status/${classId}`;
          const { text } = await service.call(path, undefined, 'GET');
          const is = text.includes('"available":true');
          if (answers[j]!.status === 200 && !is) wrong(`acknowledged and lost: ${text}`);
          const again = await enrol(classId);
          if (again.status !== 200) wrong(`afterwards: ${again.status} ${again.text}`);
        }
      }
    } finally {
      await service.stop();
    }
  } finally {
    await line.close();
    await test.drop();
  }
  return { times: DELAYS.length, broken };
}
