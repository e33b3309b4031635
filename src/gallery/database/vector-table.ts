/** Vectors in the database, one a class: which are to be written, and which are nearest. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Bcid } from '../../bcid.ts';
import type { Schema } from '../../storage/schema.ts';

/** A class whose vector is absent, or does not fit its revision, encoder or key. */
export interface OutdatedClass extends Bcid {
  readonly revision: number;
}

/** The vector of a class as it is written. */
export interface VectorRow extends OutdatedClass {
  readonly tags: readonly string[];
  readonly vector: Float32Array;
}

export interface Marks {
  readonly encoderVersion: number;
  readonly keyId: string;
}

type Scope = Partial<Omit<Bcid, 'classId'>>;

/** Classes, in order, whose vector has to be written. @param which a scope, or these classes */
export async function outdatedClasses(
  db: Kysely<Schema>,
  { encoderVersion, keyId }: Marks,
  which: Scope & { readonly after?: Bcid | undefined; readonly classIds?: readonly bigint[] },
  limit: number,
): Promise<readonly OutdatedClass[]> {
  const { storage, partition, after, classIds } = which;
  // On both tables: without statistics the database would read all vectors for each template.
  const isWithin = (table: 't' | 'v') => sql`
    ${classIds === undefined ? sql`true` : isAmong(sql.ref(`${table}.class_id`), classIds)}
    and ${
      after === undefined
        ? sql`true`
        : sql`(${sql.ref(`${table}.storage`)}, ${sql.ref(`${table}.partition`)},
          ${sql.ref(`${table}.class_id`)}) > (${after.storage}, ${after.partition}, ${after.classId})`
    }`;
  const { rows } = await sql<Omit<OutdatedClass, 'classId'> & { class_id: bigint }>`
    select t.storage, t.partition, t.class_id, t.revision from templates as t
    where t.encoder_version = ${encoderVersion}
    and ${storage === undefined ? sql`true` : sql`t.storage = ${storage}`}
    and ${partition === undefined ? sql`true` : sql`t.partition = ${partition}`}
    and ${isWithin('t')}
    and not exists (select 1 from gallery_vectors as v
      where v.storage = t.storage and v.partition = t.partition and v.class_id = t.class_id
      and ${isWithin('v')}
      and v.revision = t.revision
      and v.encoder_version = t.encoder_version and v.key_id = ${keyId})
    order by t.storage, t.partition, t.class_id limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ class_id: classId, ...row }) => ({ ...row, classId }));
}

/** Adds the range of the ids, which an index finds at once, even without table statistics. */
function isAmong(column: RawBuilder<unknown>, classIds: readonly bigint[]): RawBuilder<unknown> {
  const rising = classIds.toSorted((p, q) => (p < q ? -1 : 1));
  const [least, most] = [rising[0]!, rising.at(-1)!];
  return sql`${column} between ${least} and ${most} and ${column} in (${sql.join(classIds)})`;
}

/** Removes all vectors of classes of one partition. */
export async function deleteVectors(
  trx: Kysely<Schema>,
  { storage, partition }: Omit<Bcid, 'classId'>,
  classIds: readonly bigint[],
): Promise<void> {
  await sql`delete from gallery_vectors where storage = ${storage} and partition = ${partition}
    and ${isAmong(sql.ref('class_id'), classIds)}`.execute(trx);
}

export async function insertVectors(
  trx: Kysely<Schema>,
  { encoderVersion, keyId }: Marks,
  classes: readonly VectorRow[],
): Promise<void> {
  if (classes.length === 0) return;
  const rows = classes.map(
    ({ storage, partition, classId, revision, tags, vector }) =>
      sql`(${storage}, ${partition}, ${classId}, ${revision}, ${encoderVersion}, ${keyId},
        cast(${tags} as text[]), cast(${textOf(vector)} as halfvec))`,
  );
  await sql`insert into gallery_vectors (storage, partition, class_id, revision,
    encoder_version, key_id, tags, vector) values ${sql.join(rows)}`.execute(trx);
}

export interface NearestQuery extends Marks, Omit<Bcid, 'classId'> {
  readonly tags: readonly string[];
  readonly probe: Float32Array;
  readonly limit: number;
  /** Whether an index may answer, approximately. */
  readonly approximate: boolean;
}

export interface NearVector {
  readonly class_id: bigint;
  /** Euclidean. */
  readonly distance: number;
}

/** Vectors by rising distance. */
export async function nearestVectors(
  db: Kysely<Schema>,
  query: NearestQuery,
): Promise<readonly NearVector[]> {
  const { storage, partition, encoderVersion, keyId, tags, probe, limit, approximate } = query;
  const type = sql`halfvec(${sql.lit(probe.length)})`;
  const distance = sql`cast(vector as ${type}) <-> cast(${textOf(probe)} as ${type})`;
  // An index orders by the bare distance only. A sum therefore always gives an exact search.
  const order = approximate ? distance : sql`(${distance}) + 0`;
  const { rows } = await sql<NearVector>`select class_id, ${order} as distance
    from gallery_vectors
    where storage = ${storage} and partition = ${partition} and ${holds(tags)}
    and encoder_version = ${sql.lit(encoderVersion)} and key_id = ${sql.lit(keyId)}
    order by distance limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Classes of the encoder with all of the tags. */
export async function countVectors(
  db: Kysely<Schema>,
  encoderVersion: number,
  { storage, partition, tags }: Scope & { readonly tags: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ readonly classes: number }>`
    select cast(count(*) as integer) as classes from gallery_vectors where encoder_version = ${encoderVersion} and ${holds(tags)}
    and ${storage === undefined ? sql`true` : sql`storage = ${storage}`}
    and ${partition === undefined ? sql`true` : sql`partition = ${partition}`}`.execute(db);
  return rows[0]!.classes;
}

/** Templates of a partition that another encoder made. */
export async function countOtherEncoders(
  db: Kysely<Schema>,
  encoderVersion: number,
  { storage, partition }: Required<Scope>,
): Promise<number> {
  const { rows } = await sql<{ readonly templates: number }>`
    select cast(count(*) as integer) as templates from templates
    where encoder_version <> ${encoderVersion}
    and storage = ${storage} and partition = ${partition}`.execute(db);
  return rows[0]!.templates;
}

const holds = (tags: readonly string[]): RawBuilder<unknown> =>
  tags.length === 0 ? sql`true` : sql`tags @> cast(${tags} as text[])`;

/** Half precision holds less than five digits. */
const textOf = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => value.toPrecision(5)).join(',')}]`;
