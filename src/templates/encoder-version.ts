/** Gives every encoder (model, alignment, calibration) an integer, which its templates carry. */

import type { Bcid } from '../bcid.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { bcidOfRow } from '../storage/class-key.ts';
import type { Database } from '../storage/database.ts';

export interface EncoderParts {
  readonly database: Database;
  readonly keyRing: Pick<KeyRing, 'rows'>;
}

interface Encoder {
  readonly name: string;
  readonly fingerprint: string;
}

/** Number of templates by the name of the encoder that made them. */
export async function countByEncoder({
  database: { db },
}: Pick<EncoderParts, 'database'>): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('templates')
    .innerJoin('encoder_versions', 'encoder_versions.version', 'templates.encoder_version')
    .select('name')
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('templates'))
    .groupBy('name')
    .execute();
  return new Map(rows.map(({ name, templates }) => [name, Number(templates)]));
}

/** A class that cannot be compared until its template is upgraded or enrolled anew. */
export interface OutdatedClass extends Bcid {
  /** The encoder that made the template. */
  readonly encoder: string;
}

/** Classes whose templates are not of the newest version of that encoder, `limit` at most. */
export async function outdatedClasses(
  { database: { db } }: Pick<EncoderParts, 'database'>,
  encoder: string,
  limit: number,
): Promise<readonly OutdatedClass[]> {
  const rows = await db
    .selectFrom('templates')
    .innerJoin('encoder_versions', 'encoder_versions.version', 'templates.encoder_version')
    .select(['storage', 'partition', 'class_id', 'name'])
    .where('encoder_version', 'not in', (query) =>
      query
        .selectFrom('encoder_versions')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('name', '=', encoder)
        .groupBy('name'),
    )
    .orderBy('storage')
    .orderBy('partition')
    .orderBy('class_id')
    .limit(limit)
    .execute();
  return rows.map(({ name, ...row }) => ({ ...bcidOfRow(row), encoder: name }));
}

/** Version of the encoder with that fingerprint; a new fingerprint gets the next number. */
export async function currentEncoderVersion(
  { database, keyRing: { rows } }: EncoderParts,
  { name, fingerprint }: Encoder,
): Promise<number> {
  return database.write(async (trx) => {
    const versions = await trx.selectFrom('encoder_versions').selectAll().execute();
    const known = versions.find((row) => row.fingerprint === fingerprint);
    if (known !== undefined) {
      rows.requireValid('encoder_versions', known);
      return known.version;
    }
    const version = Math.max(0, ...versions.map((row) => row.version)) + 1;
    const created = new Date().toISOString();
    await rows.insert(trx, 'encoder_versions', { version, name, fingerprint, created });
    return version;
  });
}
