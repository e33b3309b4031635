/** Makes the database ready for vectors: the extension pgvector, the table and its indexes. */
import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../../config/config.ts';
import type { Database } from '../../storage/database.ts';
import { placeNewTable } from '../../storage/distribution/distribute.ts';
import type { Schema } from '../../storage/schema.ts';
import type { GalleryKey } from './gallery-keys.ts';

/** Oldest release with half-precision vectors, and index searches that continue past filters. */
const OLDEST = [0, 8] as const;

/** @throws ConfigError (says what to install) the database is SQLite, or cannot get pgvector */
export async function requireVectors(database: Database): Promise<void> {
  if (database.kind === 'sqlite')
    throw new ConfigError('PROSOPON_GALLERY=database needs PostgreSQL with the extension pgvector');
  const version = (await installed(database.db)) ?? (await install(database));
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new ConfigError(
      `PROSOPON_GALLERY=database needs pgvector ${OLDEST.join('.')} or newer; the database has ` +
        `${version}: install a newer one and run "alter extension vector update"`,
    );
  await createTable(database);
}

async function installed(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'vector'`.execute(db);
  return rows[0]?.version;
}

async function install(database: Database): Promise<string> {
  const { rows } = await sql`
    select 1 from pg_available_extensions where name = 'vector'`.execute(database.db);
  if (rows.length === 0)
    throw new ConfigError(
      'PROSOPON_GALLERY=database needs the extension pgvector, which the database server does ' +
        'not have: install it there (Debian: postgresql-NN-pgvector) and run "create extension ' +
        'vector", or leave PROSOPON_GALLERY at memory',
    );
  try {
    await database.write((trx) => sql`create extension if not exists vector`.execute(trx));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(
      'PROSOPON_GALLERY=database needs the extension pgvector: have an administrator of the ' +
        `database run "create extension vector" (${reason})`,
    );
  }
  return (await installed(database.db)) ?? '0';
}

/** Keeps values in the row: fetching them from elsewhere makes scans several times slower. */
function createTable(database: Database): Promise<void> {
  return database.write(async (trx) => {
    const { rows } = await sql<{ there: boolean }>`
      select to_regclass('gallery_vectors') is not null as there`.execute(trx);
    if (rows[0]?.there) return;
    await sql`create table gallery_vectors (
      storage text not null,
      partition text not null,
      class_id bigint not null,
      revision integer not null,
      encoder_version integer not null,
      key_id text not null,
      tags text[] not null,
      vector halfvec not null,
      primary key (storage, partition, class_id)
    )`.execute(trx);
    await sql`alter table gallery_vectors alter column vector set storage plain`.execute(trx);
    await placeNewTable(trx, 'gallery_vectors');
    await sql`alter table gallery_vectors
      add constraint gallery_vectors_storage_partition_class_id_fkey
      foreign key (storage, partition, class_id)
      references templates (storage, partition, class_id) on delete cascade`.execute(trx);
  });
}

const indexName = (encoderVersion: number, { generation }: GalleryKey) =>
  sql.ref(`gallery_vectors_hnsw_${encoderVersion}_${generation}`);

/** Creates a graph for each key: vectors under different rotations have no meaningful distance. */
export async function createIndex(
  database: Database,
  key: GalleryKey,
  encoderVersion: number,
  dimension: number,
): Promise<void> {
  await database.write((trx) =>
    sql`create index if not exists ${indexName(encoderVersion, key)} on gallery_vectors
      using hnsw ((vector::halfvec(${sql.lit(dimension)})) halfvec_l2_ops)
      where encoder_version = ${sql.lit(encoderVersion)} and key_id = ${sql.lit(key.id)}`.execute(
      trx,
    ),
  );
}

export async function dropIndex(
  database: Database,
  key: GalleryKey,
  encoderVersion: number,
): Promise<void> {
  await database.write((trx) =>
    sql`drop index if exists ${indexName(encoderVersion, key)}`.execute(trx),
  );
}
