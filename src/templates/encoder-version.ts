/** Gives every encoder (model, alignment, calibration) the integer its templates carry. */
import type { Database } from '../storage/database.ts';

/** Version of the encoder with that fingerprint; a new fingerprint gets the next number. */
export async function currentEncoderVersion(
  _database: Database,
  _encoder: { readonly name: string; readonly fingerprint: string },
): Promise<number> {
  throw new Error('not yet');
}
