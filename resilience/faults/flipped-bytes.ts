/** Changes every byte of every sealed row of a class once: it is refused, or nothing changed. */

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TemplateCorrupted } from '../../src/templates/template.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { feature, thumbnailOf } from '../../testing/template-samples.ts';
import { classOf, openWorkplace } from '../kill/workplace.ts';
import type { FaultReport } from './report.ts';

const COLUMNS = ['data_key', 'body', 'signature'] as const;

export async function flippedBytes(short: boolean): Promise<FaultReport> {
  const test = await createTestDatabase('sqlite');
  const masterKey = randomBytes(32).toString('base64');
  const { database, templates } = await openWorkplace({ location: test.location, masterKey });
  const { db } = database;
  const broken: string[] = [];
  let times = 0;
  try {
    const bcid = classOf(1);
    const [one] = [feature(64)];
    await templates.update(bcid, () => ({
      ...{ encoderVersion: 1, features: [one], tags: ['a'], thumbnails: [thumbnailOf(one, 40)] },
    }));
    const read = async () => [await templates.read(bcid), await templates.thumbnails(bcid)];
    const whole = await read();
    for (const table of ['templates', 'thumbnails'] as const) {
      const row = await db.selectFrom(table).select(COLUMNS).executeTakeFirstOrThrow();
      for (const column of COLUMNS)
        for (let at = 0; at < row[column].length; at += short ? 7 : 1) {
          const changed = Buffer.from(row[column]);
          changed[at]! ^= 1 + Math.floor(Math.random() * 255);
          await db
            .updateTable(table)
            .set({ [column]: changed })
            .execute();
          times++;
          const answer = await read().catch((error: unknown) => error);
          if (!(answer instanceof TemplateCorrupted))
            broken.push(
              isDeepStrictEqual(answer, whole)
                ? `byte ${at} of ${table}.${column} is not looked at`
                : `byte ${at} of ${table}.${column}: ${String(answer)}`,
            );
          await db
            .updateTable(table)
            .set({ [column]: row[column] })
            .execute();
        }
    }
    if (!isDeepStrictEqual(await read(), whole)) broken.push('it is not whole again');
  } finally {
    await database.close();
    await test.drop();
  }
  return { times, broken };
}
