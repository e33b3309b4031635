/** Fills the file system at every write of a day, then frees it. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '../../src/errors.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { feature, thumbnailOf } from '../../testing/template-samples.ts';
import { classOf, openWorkplace, type Workplace } from '../kill/workplace.ts';
import type { FaultReport } from './report.ts';

const SIZE = '12m';
/** Free bytes at first, and the growth at each step. */
const [STEP, MOST, SHORT_MOST] = [8192, 400_000, 80_000];

export async function fullDisk(short: boolean): Promise<FaultReport> {
  const dir = mkdtempSync(join(tmpdir(), 'prosopon-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    rmSync(dir, { recursive: true });
    return { times: 0, broken: [], leftOut: 'left out: a file system cannot be mounted here' };
  }
  const location = { dataDir: dir, databaseUrl: undefined };
  const workplace = await openWorkplace({
    location,
    masterKey: randomBytes(32).toString('base64'),
  });
  const broken: string[] = [];
  let times = 0;
  try {
    for (let room = 0; room < (short ? SHORT_MOST : MOST); room += STEP) {
      times++;
      const ballast = fill(dir, room);
      const said = await dayOn(workplace, times);
      broken.push(...said.wrong.map((what) => `${room} bytes left: ${what}`));
      // Ready means that small writes succeed. Large ones may fail earlier.
      if ((await isReady(workplace)) && !(await takesLittle(workplace)))
        broken.push(`${room} bytes left: it is ready and takes no write`);
      rmSync(ballast);
      if (!(await isReady(workplace))) broken.push(`${room} bytes left: not ready with room again`);
      broken.push(...(await halfDone(workplace, times, said.stored)));
    }
  } finally {
    await workplace.database.close();
    execFileSync('umount', ['-l', dir]);
    rmSync(dir, { recursive: true, force: true });
  }
  return { times, broken };
}

/** A file that leaves this many bytes free. */
function fill(dir: string, room: number): string {
  const path = join(dir, 'ballast');
  const { bavail, bsize } = statfsSync(dir);
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - room)));
  return path;
}

const isReady = ({ database }: Workplace) =>
  database.ping().then(
    () => true,
    () => false,
  );

const takesLittle = ({ templates }: Workplace) =>
  templates.setTags(classOf(1), ['small']).then(
    () => true,
    () => false,
  );

/** Writes of every kind. Each succeeds or is refused properly. */
async function dayOn({ templates, audit, accounts, keyRing }: Workplace, number: number) {
  const wrong: string[] = [];
  const attempt = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Unavailable)) wrong.push(`${name}: ${String(error)}`);
      return false;
    }
  };
  const features = Array.from({ length: 4 }, () => feature(512));
  const thumbnails = features.map((one) => thumbnailOf(one, 6000));
  const change = { encoderVersion: 1, features, tags: [`t${number}`], thumbnails };
  const stored = await attempt('enrol', () => templates.update(classOf(number), () => change));
  await attempt('tags', () => templates.setTags(classOf(number), ['other']));
  await attempt('audit', () =>
    audit.append({ event: 'search', actor: 'prove', transactionId: `${number}`, details: {} }),
  );
  await attempt('account', () => accounts.users.create({ name: `user-${number}` }));
  await attempt('keys', () => keyRing.rotate());
  return { wrong, stored };
}

/** Acknowledged data is present, the rest is not, and every row passes its check. */
async function halfDone(workplace: Workplace, number: number, stored: boolean): Promise<string[]> {
  const { templates, database, keyRing, audit } = workplace;
  const broken: string[] = [];
  const template = await templates.read(classOf(number));
  const thumbnails = await templates.thumbnails(classOf(number));
  if ((template !== undefined) !== stored) broken.push(`day ${number}: acknowledged ${stored}`);
  if (thumbnails.length !== (template?.features.length ?? 0)) broken.push(`day ${number}: half`);
  for (const { message } of (await verifyRows(database, keyRing.derive)).faults)
    broken.push(`day ${number}: ${message}`);
  if (!(await audit.verify()).intact) broken.push(`day ${number}: the audit trail is broken`);
  return broken;
}
