/** Stops PostgreSQL during calls, restarts it, and fails over to a restarted server. */
import { createTestDatabase, databaseKinds } from '../../testing/databases.ts';
import { openLine } from '../../testing/line.ts';
import { becomes, startService } from '../service.ts';
import type { FaultReport } from './report.ts';

const TIMES = 5;
/** Seconds, enough for a busy machine. */
const PATIENCE = 60;

export async function databaseAway(): Promise<FaultReport> {
  if (!(await databaseKinds()).includes('postgres'))
    return { times: 0, broken: [], leftOut: 'left out: no PostgreSQL' };
  const test = await createTestDatabase('postgres', 'empty');
  const line = await openLine(test.location.databaseUrl!);
  const broken: string[] = [];
  try {
    const service = await startService({ DATABASE_URL: line.url });
    const { image } = service;
    const enrol = (classId: number) => service.call(`/api/face/v1/enroll/${classId}`, [{ image }]);
    const isReady = async () => (await service.readyz()).status === 200;
    try {
      for (let time = 1; time <= TIMES; time++) {
        const before = await enrol(10 * time);
        if (before.status !== 200) broken.push(`before: ${before.status} ${before.text}`);
        // During a running call, and before others.
        const during = enrol(10 * time + 1);
        line.cut();
        const answers = [await during, await enrol(10 * time + 2)];
        for (const { status, text } of answers.slice(1))
          if (status !== 503) broken.push(`away: answered ${status} ${text.slice(0, 200)}`);
        if (answers[0]!.status !== 503 && answers[0]!.status !== 200)
          broken.push(`cut off: answered ${answers[0]!.status} ${answers[0]!.text.slice(0, 200)}`);
        if (await isReady()) broken.push('away: it is ready');
        line.mend();
        if (!(await becomes(PATIENCE, isReady))) broken.push('back: it is not ready');
        for (const [i, { status }] of answers.entries()) {
          const path = `/api/face/v1/template/status/${10 * time + 1 + i}`;
          const { text } = await service.call(path, undefined, 'GET');
          const is = text.includes('"available":true');
          // An unacknowledged enrolment may have happened, but only as a whole. Enrolling again
          // shows it.
          if (status === 200 && !is) broken.push(`acknowledged and lost: ${text.slice(0, 200)}`);
          const again = await enrol(10 * time + 1 + i);
          if (again.status !== 200) broken.push(`back: answered ${again.status} ${again.text}`);
        }
      }
    } finally {
      await service.stop();
    }
  } finally {
    await line.close();
    await test.drop();
  }
  return { times: TIMES, broken };
}
