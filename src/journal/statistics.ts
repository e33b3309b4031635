/** Figures of the bookkeeping for charts: calls, outcomes and durations by time and operation. */
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { NEGATIVE_DECISIONS } from './negative-decisions.ts';

export interface StatisticsRequest {
  /** Absent: of all clients. */
  readonly clientId?: string | undefined;
  readonly since: Date;
  readonly until: Date;
  /** Length of a time step. */
  readonly bucket: 'hour' | 'day';
}

/** Milliseconds. SQL counts durations by these bounds, so that no row leaves the database. */
const BOUNDS = [
  5, 10, 20, 50, 100, 200, 350, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000, 60_000,
];

const negative = sql.join(NEGATIVE_DECISIONS.map((decision) => sql.lit(decision)));

/** Failed jobs, and the other jobs that were answered with "no". */
export const BROKE = sql`status = 'FAULTED'`;
export const ANSWERED_NO = sql`(status <> 'FAULTED' and decision in (${negative}))`;

interface Row {
  readonly step: string;
  readonly operation: string;
  readonly calls: number;
  readonly faulted: number;
  readonly negative: number;
  readonly longest: number;
  readonly [bound: `b${number}`]: number;
}

/** Oldest first. */
export async function readStatistics(
  { db }: Pick<Database, 'db'>,
  { clientId, since, until, bucket }: StatisticsRequest,
) {
  const length = bucket === 'hour' ? 13 : 10;
  const count = (condition: ReturnType<typeof sql>, name: string) =>
    sql`cast(sum(case when ${condition} then 1 else 0 end) as integer) as ${sql.ref(name)}`;
  const bounds = BOUNDS.map((bound) => count(sql`duration_ms <= ${sql.lit(bound)}`, `b${bound}`));
  const { rows } = await sql<Row>`select substr(started, 1, ${sql.lit(length)}) as step, operation,
      cast(count(*) as integer) as calls,
      ${count(BROKE, 'faulted')},
      ${count(ANSWERED_NO, 'negative')},
      cast(max(duration_ms) as integer) as longest,
      ${sql.join(bounds)}
    from jobs where started >= ${since.toISOString()} and started < ${until.toISOString()}
      and ${clientId === undefined ? sql`1 = 1` : sql`client_id = ${clientId}`}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows.map((row) => ({
    /** Beginning of the step. */
    time: new Date(bucket === 'hour' ? `${row.step}:00:00Z` : `${row.step}T00:00:00Z`),
    operation: row.operation,
    calls: row.calls,
    /** `BROKE` and `ANSWERED_NO`: no job is in both. */
    faulted: row.faulted,
    negative: row.negative,
    /** The half and 95 % of the calls were faster; rounded up to one of `BOUNDS`. */
    p50: quantile(row, 0.5),
    p95: quantile(row, 0.95),
  }));
}

function quantile(row: Row, share: number): number {
  const wanted = row.calls * share;
  const bound = BOUNDS.find((one) => row[`b${one}`]! >= wanted) ?? BOUNDS.at(-1)!;
  return Math.min(bound, row.longest);
}
