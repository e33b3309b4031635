/** Overwrites pages of an SQLite file: reads must be right or fail with an error. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createTestDatabase } from '../../testing/databases.ts';
import { feature, thumbnailOf } from '../../testing/template-samples.ts';
import { classOf, openWorkplace, type Workplace } from '../kill/workplace.ts';
import type { FaultReport } from './report.ts';

const PEOPLE = 20;
const PAGE = 4096;
const SHORT_PAGES = 12;

export async function damagedPages(short: boolean): Promise<FaultReport> {
  const test = await createTestDatabase('sqlite');
  const place = { location: test.location, masterKey: randomBytes(32).toString('base64') };
  const file = join(test.location.dataDir, 'prosopon.db');
  const kept = `${file}.kept`;
  const broken: string[] = [];
  let times = 0;
  try {
    const workplace = await openWorkplace(place);
    for (let number = 1; number <= PEOPLE; number++) {
      const features = [feature(64)];
      const thumbnails = features.map((one) => thumbnailOf(one, 900));
      const change = { encoderVersion: 1, features, tags: [`t${number}`], thumbnails };
      await workplace.templates.update(classOf(number), () => change);
    }
    const whole = await everybody(workplace);
    await workplace.database.scrub();
    await workplace.database.close();
    copyFileSync(file, kept);
    const pages = readFileSync(kept).length / PAGE;
    const step = short ? Math.ceil(pages / SHORT_PAGES) : 1;
    for (let page = 0; page < pages; page += step) {
      const bytes = readFileSync(kept);
      randomBytes(PAGE).copy(bytes, page * PAGE);
      writeFileSync(file, bytes);
      for (const more of ['-wal', '-shm']) rmSync(`${file}${more}`, { force: true });
      times++;
      for (const what of await wrongAnswers(place, whole)) broken.push(`page ${page}: ${what}`);
    }
  } finally {
    await test.drop();
  }
  return { times, broken };
}

type Answer = Awaited<ReturnType<typeof everybody>>[number];

/** Result of reading each class, or its error. */
const everybody = ({ templates }: Workplace) =>
  Promise.all(
    Array.from({ length: PEOPLE }, (_, i) =>
      Promise.all([templates.read(classOf(i + 1)), templates.thumbnails(classOf(i + 1))]).catch(
        (error: Error) => error,
      ),
    ),
  );

/** Includes classes reported as missing. */
async function wrongAnswers(place: Parameters<typeof openWorkplace>[0], whole: readonly Answer[]) {
  let workplace: Workplace;
  try {
    workplace = await openWorkplace(place);
  } catch {
    // A service that refuses to start has reported the damage.
    return [];
  }
  try {
    const answers = await everybody(workplace);
    return answers.flatMap((answer, i) =>
      answer instanceof Error || isDeepStrictEqual(answer, whole[i])
        ? []
        : [`class ${i + 1} is answered as ${answer[0] === undefined ? 'unknown' : 'another'}`],
    );
  } finally {
    await workplace.database.close();
  }
}
