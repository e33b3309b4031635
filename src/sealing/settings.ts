/** Named values that outlive the process, such as the active encoder. */

import type { Database } from '../storage/database.ts';
import { deleteRows, findRow } from '../storage/rows.ts';
import type { KeyRing } from './keys.ts';

export interface SettingsParts {
  readonly database: Database;
  readonly keyRing: Pick<KeyRing, 'rows'>;
}

/** @throws RecordRefused */
export async function readSetting(
  { database, keyRing }: SettingsParts,
  name: string,
): Promise<string | undefined> {
  const row = await findRow(database.db, 'settings', { name });
  return row && keyRing.rows.requireValid('settings', row)?.value;
}

export async function writeSetting(
  { database, keyRing: { rows } }: SettingsParts,
  name: string,
  value: string,
): Promise<void> {
  await database.write(async (trx) => {
    const row = await findRow(trx, 'settings', { name });
    if (row !== undefined && rows.findValid('settings', row) !== undefined)
      return rows.update(trx, 'settings', row, { value });
    // A refused setting can be set anew.
    if (row !== undefined) await deleteRows(trx, 'settings', { name });
    await rows.insert(trx, 'settings', { name, value });
  });
}
