/** The kernel gives up the disk of a running service and lets nobody write to it any more. */
import { createCli } from '../../testing/cli/run-cli.ts';
import { ownDisk } from '../own-disk.ts';
import { startOn } from '../service.ts';
import type { FaultReport } from './report.ts';

const SIZE = '128M';
const CALLS = 3;

export async function readOnlyDisk(): Promise<FaultReport> {
  const disk = ownDisk(SIZE);
  if (disk === undefined)
    return { times: 0, broken: [], leftOut: 'left out: it needs root and loop devices' };
  const broken: string[] = [];
  const cli = await createCli({ convertedModels: true, folder: disk.folder });
  try {
    const service = await startOn(cli);
    const { image: face } = service;
    const enrol = (classId: number) =>
      service.call(`/api/face/v1/enroll/${classId}`, [{ image: face }]);
    const before = await enrol(1);
    if (before.status !== 200) broken.push(`before: ${before.status} ${before.text}`);
    const answers = [enrol(2)];
    disk.giveUp();
    while (answers.length < CALLS) answers.push(enrol(2 + answers.length));
    const told = await Promise.all(answers);
    for (const { status, text } of told) {
      if (status !== 200 && !(status === 503 && text.includes('cannot be written')))
        broken.push(`read-only: ${status} ${text.slice(0, 200)}`);
    }
    const { status, text } = await service.readyz();
    if (status !== 503 || !text.includes('"database":"not ready"'))
      broken.push(`/readyz says ${text}`);
    await service.stop();
    await disk.restart();
    const again = await startOn(cli);
    for (const [i, { status: answered }] of [before, ...told].entries()) {
      const found = await again.call(`/api/face/v1/template/status/${i + 1}`, undefined, 'GET');
      if (answered === 200 && !found.text.includes('"available":true'))
        broken.push(`acknowledged and lost: ${found.text}`);
    }
    const after = await again.call('/api/face/v1/enroll/2', [{ image: face }]);
    if (after.status !== 200) broken.push(`repaired: ${after.status} ${after.text}`);
    await again.stop();
  } finally {
    disk.remove();
  }
  return { times: CALLS, broken };
}
