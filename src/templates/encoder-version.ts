/** Gives every encoder (model, alignment, calibration) an integer, which its templates carry. */

import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';

export interface EncoderParts {
  readonly database: Database;
  readonly keyRing: Pick<KeyRing, 'rows'>;
}

interface Encoder {
  readonly name: string;
  readonly fingerprint: string;
  /** An earlier fingerprint of it; the version then continues under the new fingerprint. */
  readonly formerFingerprint?: string;
}

/** Version of the encoder with that fingerprint; a new fingerprint gets the next number. */
export async function currentEncoderVersion(
  { database, keyRing: { rows } }: EncoderParts,
  { name, fingerprint, formerFingerprint }: Encoder,
): Promise<number> {
  return database.write(async (trx) => {
    const versions = await trx.selectFrom('encoder_versions').selectAll().execute();
    const known = versions.find((row) => row.fingerprint === fingerprint);
    if (known !== undefined) {
      await rows.checked(trx, 'encoder_versions', known);
      return known.version;
    }
    const former = versions.find((row) => row.fingerprint === formerFingerprint);
    if (former !== undefined) {
      await rows.update(trx, 'encoder_versions', former, { fingerprint });
      return former.version;
    }
    const version = Math.max(0, ...versions.map((row) => row.version)) + 1;
    const created = new Date().toISOString();
    await rows.insert(trx, 'encoder_versions', { version, name, fingerprint, created });
    return version;
  });
}
