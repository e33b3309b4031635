/** PostgreSQL fails over: the first server dies under calls, its standby takes over. */
import { openLine } from '../../testing/line.ts';
import { ownPostgres } from '../own-postgres.ts';
import { becomes, startService } from '../service.ts';
import type { FaultReport } from './report.ts';

const CALLS = 4;
/** Milliseconds between two calls, so that some come before, under and after the change. */
const BETWEEN = 700;
const PATIENCE = 60;

export async function failover(): Promise<FaultReport> {
  const first = await ownPostgres();
  if (first === undefined)
    return { times: 0, broken: [], leftOut: "left out: it needs PostgreSQL's programs and root" };
  const broken: string[] = [];
  const standby = await first.standby();
  const line = await openLine(first.url);
  try {
    const service = await startService({ DATABASE_URL: line.url });
    const { image } = service;
    const isReady = async () => (await service.readyz()).status === 200;
    const enrol = (classId: number) => service.call(`/api/face/v1/enroll/${classId}`, [{ image }]);
    try {
      const before = await enrol(1);
      if (before.status !== 200) broken.push(`before: ${before.status} ${before.text}`);
      const calls: ReturnType<typeof enrol>[] = [];
      const timer = setInterval(() => {
        if (calls.length < CALLS) calls.push(enrol(10 + calls.length));
      }, BETWEEN);
      await new Promise((done) => setTimeout(done, BETWEEN * 1.5));
      first.stop('immediate');
      // The standby takes no writes yet.
      line.lead(standby.url);
      line.cut();
      line.mend();
      if (!(await becomes(PATIENCE, async () => (await enrol(5)).text.includes('read-only'))))
        broken.push('it does not say that the standby is read-only');
      if (await isReady()) broken.push('on a standby it is ready');
      clearInterval(timer);
      standby.promote();
      if (!(await becomes(PATIENCE, isReady))) broken.push('not ready on the new server');
      for (const [i, call] of calls.entries()) {
        const { status, text } = await call;
        if (status !== 200 && status !== 503) broken.push(`answered ${status} ${text}`);
        const path = `/api/face/v1/template/status/${10 + i}`;
        const found = await service.call(path, undefined, 'GET');
        if (status === 200 && !found.text.includes('"available":true'))
          broken.push(`acknowledged and lost: ${found.text}`);
        const again = await enrol(10 + i);
        if (again.status !== 200) broken.push(`afterwards: ${again.status} ${again.text}`);
      }
      const kept = await service.call('/api/face/v1/verify/1', { image });
      if (!kept.text.includes('"verified":true')) broken.push(`who was enrolled: ${kept.text}`);
    } finally {
      await service.stop();
    }
  } finally {
    await line.close();
    standby.remove();
    first.remove();
  }
  return { times: CALLS, broken };
}
