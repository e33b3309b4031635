/** The clock steps by an hour, forwards and back, under two services on one SQLite folder. */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { createCli, ended } from '../../testing/cli/run-cli.ts';
import { TEST_MASTER_KEY } from '../../testing/models.ts';
import { openWorkplace } from '../kill/workplace.ts';
import { becomes, type Service, startOn } from '../service.ts';
import type { FaultReport } from './report.ts';

/** Of the clock against the right time, one after the other. Zero: both services, and nothing else. */
const STEPS = ['+0', '+1h', '+0', '-1h', '+0'] as const;
const PATIENCE = 30;

export async function steppingClock(): Promise<FaultReport> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined)
    return { times: 0, broken: [], leftOut: 'left out: libfaketime is missing' };
  const folder = mkdtempSync(join(tmpdir(), 'prosopon-clock-'));
  const clock = join(folder, 'clock');
  writeFileSync(clock, STEPS[0]);
  const broken: string[] = [];
  const cli = await createCli({ convertedModels: true });
  // Tokens that are valid at each of the times.
  const tokensLive = (minutes: number) =>
    ended(cli.start('client', 'set', 'demo', `jwtLifetimeMinutes=${minutes}`));
  try {
    await ended(cli.start('client', 'create', '--id', 'demo'));
    await tokensLive(120);
    const env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const first = await startOn(cli, env);
    const second = await startOn(cli, env);
    try {
      await tokensLive(240);
      for (const [i, step] of STEPS.entries()) {
        writeFileSync(clock, step);
        for (const what of await unlike(first, second, i + 1)) broken.push(`${i} ${step}: ${what}`);
      }
    } finally {
      await first.stop();
      await second.stop();
    }
    const workplace = await openWorkplace({
      location: { dataDir: cli.dataDir, databaseUrl: undefined },
      masterKey: TEST_MASTER_KEY,
    });
    const { database, keyRing, audit } = workplace;
    const wrongRows = (await verifyRows(database, keyRing.derive)).faults;
    broken.push(...wrongRows.map(({ message }) => message));
    if (!(await audit.verify()).intact) broken.push('the audit trail is broken');
    const jobs = await database.db.selectFrom('jobs').select('duration_ms').execute();
    for (const { duration_ms: took } of jobs)
      if (took < 0 || took > 600_000) broken.push(`a job took ${took} ms`);
    await database.close();
  } finally {
    await cli.remove();
    rmSync(folder, { recursive: true });
  }
  return { times: STEPS.length, broken };
}

/** What one service enrols and deletes the other finds, and finds no more. */
async function unlike(first: Service, second: Service, classId: number): Promise<string[]> {
  const broken: string[] = [];
  const { image } = first;
  const finds = async (wanted: boolean) => {
    const { status, text } = await second.call('/api/face/v1/search', { images: [{ image }] });
    return status === 200 && text.includes(`"classId":${classId},`) === wanted;
  };
  const enrolled = await first.call(`/api/face/v1/enroll/${classId}`, [{ image }]);
  if (enrolled.status !== 200) broken.push(`enrolment: ${enrolled.status} ${enrolled.text}`);
  if (!(await becomes(PATIENCE, () => finds(true))))
    broken.push('the other one does not find who was enrolled');
  const deleted = await first.call(`/api/face/v1/template/${classId}`, undefined, 'DELETE');
  if (deleted.status !== 200) broken.push(`deletion: ${deleted.status} ${deleted.text}`);
  if (!(await becomes(PATIENCE, () => finds(false))))
    broken.push('the other one finds who was deleted');
  for (const one of [first, second])
    if ((await one.readyz()).status !== 200) broken.push('not ready');
  return broken;
}
