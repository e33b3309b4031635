/** Named values that outlive the process, such as the name of the active encoder. */
import type { Database } from './database.ts';

export async function readSetting(database: Database, name: string): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function writeSetting(database: Database, name: string, value: string): Promise<void> {
  await database.write((trx) =>
    trx
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );
}
