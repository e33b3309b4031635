/** Jobs that were answered with "no" or failed: when and why, by client and by class. */
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { ANSWERED_NO, BROKE, type StatisticsRequest } from './statistics.ts';

/** Unsuccessful jobs of one kind. */
interface FailedJobs {
  readonly clientId: string;
  readonly operation: string;
  /** Code of the first error, else the decision, such as `not verified`. */
  readonly reason: string;
  readonly calls: number;
}

/** Clients and classes to list. */
const MOST = 20;

/** Errors begin with their code: this length covers it, and groups messages that differ. */
const PREFIX = 60;

const FAILED = sql`(${BROKE} or ${ANSWERED_NO})`;

/** Failures of a period, by reason and time step, and the clients and classes with the most. */
export async function readFailures(
  { db }: Pick<Database, 'db'>,
  { clientId, since, until, bucket }: StatisticsRequest,
) {
  const length = bucket === 'hour' ? 13 : 10;
  const within = sql`started >= ${since.toISOString()} and started < ${until.toISOString()}
    and ${clientId === undefined ? sql`1 = 1` : sql`client_id = ${clientId}`} and ${FAILED}`;
  type Row = Omit<FailedJobs, 'reason'> & {
    readonly step: string;
    readonly began: string;
    readonly decision: string | null;
  };
  const reasons = await sql<Row>`select substr(started, 1, ${sql.lit(length)}) as step,
      client_id as "clientId", operation, substr(errors, 1, ${sql.lit(PREFIX)}) as began, decision,
      cast(count(*) as integer) as calls
    from jobs where ${within} group by 1, 2, 3, 4, 5 order by 1`.execute(db);
  type Class = { readonly clientId: string; readonly classId: bigint; readonly calls: number };
  const classes = await sql<Class & { readonly latest: string }>`select client_id as "clientId",
      class_id as "classId", cast(count(*) as integer) as calls, max(started) as latest
    from jobs where ${within} and class_id is not null
    group by client_id, class_id order by calls desc, latest desc limit ${sql.lit(MOST)}`.execute(
    db,
  );
  return {
    /** Oldest first. */
    reasons: merged(
      reasons.rows.map(({ step, began, decision, ...row }) => ({
        ...row,
        time: new Date(bucket === 'hour' ? `${step}:00:00Z` : `${step}T00:00:00Z`),
        reason: codeOf(began) ?? decision ?? 'Internal',
      })),
    ),
    /** Most refused first. */
    classes: classes.rows.map(({ classId, latest, ...row }) => ({
      ...row,
      classId: BigInt(classId),
      latest: new Date(latest),
    })),
  };
}

const codeOf = (errors: string): string | undefined => /^\[\{"errorCode":"(\w+)"/.exec(errors)?.[1];

type Counted = FailedJobs & { readonly time: Date };

/** Counts errors that differ only in their message as one. */
function merged(rows: readonly Counted[]): readonly Counted[] {
  const groups = Map.groupBy(rows, ({ time, clientId, operation, reason }) =>
    JSON.stringify([time, clientId, operation, reason]),
  );
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    calls: group.reduce((sum, { calls }) => sum + calls, 0),
  }));
}
