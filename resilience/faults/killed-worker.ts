/** Kills a worker during a call. That call may fail, later ones must not. */
import { becomes, startService } from '../service.ts';
import { childrenOf } from './children.ts';
import type { FaultReport } from './report.ts';

const TIMES = 6;
const PATIENCE = 60;

export async function killedWorker(): Promise<FaultReport> {
  const service = await startService();
  const { image } = service;
  const broken: string[] = [];
  const verify = () => service.call('/api/face/v1/verify/1', { image });
  try {
    const enrolled = await service.call('/api/face/v1/enroll/1', [{ image }]);
    if (enrolled.status !== 200) broken.push(`enrolment: ${enrolled.status} ${enrolled.text}`);
    for (let time = 0; time < TIMES; time++) {
      const under = verify();
      await new Promise((resolve) => setTimeout(resolve, 15 * time));
      const killed = childrenOf(service.running.child.pid!);
      if (killed.length === 0) broken.push('it has no worker');
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      const { status, text } = await under;
      if (status !== 200 && status !== 503) broken.push(`under the call: ${status} ${text}`);
      const isBack = async () => (await verify()).text.includes('"verified":true');
      if (!(await becomes(PATIENCE, isBack))) broken.push('it does not verify any more');
      if ((await service.readyz()).status !== 200) broken.push('it is not ready any more');
    }
  } finally {
    await service.stop();
  }
  return { times: TIMES, broken };
}
