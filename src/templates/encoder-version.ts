/** Gives every encoder (model, alignment, calibration) the integer its templates carry. */
import type { Database } from '../storage/database.ts';

/** Version of the encoder with that fingerprint; a new fingerprint gets the next number. */
export async function currentEncoderVersion(
  database: Database,
  encoder: { readonly name: string; readonly fingerprint: string },
): Promise<number> {
  const { name, fingerprint } = encoder;
  return database.write(async (trx) => {
    const rows = await trx
      .selectFrom('encoder_versions')
      .select(['version', 'fingerprint'])
      .execute();
    const known = rows.find((row) => row.fingerprint === fingerprint);
    if (known !== undefined) return known.version;
    const version = Math.max(0, ...rows.map((row) => row.version)) + 1;
    const created = new Date().toISOString();
    await trx
      .insertInto('encoder_versions')
      .values({ version, name, fingerprint, created })
      .execute();
    return version;
  });
}
