/** Gives every encoder (model, alignment, calibration) the integer its templates carry. */

import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';

export interface EncoderParts {
  readonly database: Database;
  readonly keyRing: Pick<KeyRing, 'rows'>;
}

/** Version of the encoder with that fingerprint; a new fingerprint gets the next number. */
export async function currentEncoderVersion(
  { database, keyRing: { rows } }: EncoderParts,
  encoder: { readonly name: string; readonly fingerprint: string },
): Promise<number> {
  const { name, fingerprint } = encoder;
  return database.write(async (trx) => {
    const versions = await trx.selectFrom('encoder_versions').selectAll().execute();
    const known = versions.find((row) => row.fingerprint === fingerprint);
    if (known !== undefined) return rows.checked('encoder_versions', known).version;
    const version = Math.max(0, ...versions.map((row) => row.version)) + 1;
    const created = new Date().toISOString();
    await rows.insert(trx, 'encoder_versions', { version, name, fingerprint, created });
    return version;
  });
}
