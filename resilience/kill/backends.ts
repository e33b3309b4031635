/** Waits for what a server still does for killed processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A server may still commit a request of a killed process. */
export async function backendsGone(databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity
        where datname = current_database() and application_name like 'prosopon%'`,
      );
      if (rows.length === 0) return;
      await sleep(20);
    }
  } finally {
    await client.end();
  }
}
