/** Finds out that a server is gone without a word. TCP needs a quarter of an hour for that. */
import pg from 'pg';

/** Milliseconds that a statement runs before the server is asked whether it is there, and again. */
const DOUBT = 10_000;
/** Milliseconds that it has for its answer. */
const PATIENCE = 5_000;

export type SilenceWatch = ReturnType<typeof createSilenceWatch>;

/** Statements may take long. A server that answers no new connection does not answer them. */
export function createSilenceWatch(
  config: pg.ClientConfig,
  { doubt = DOUBT, patience = PATIENCE } = {},
) {
  let asking: Promise<boolean> | undefined;
  const isThere = () => {
    asking ??= ask({
      ...{ ...config, connectionTimeoutMillis: patience, query_timeout: patience },
    }).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    /** Resolves as `answer` does. Ends the connection when the server is gone. */
    async watch<T>(client: pg.ClientBase, answer: Promise<T>): Promise<T> {
      const timer = setInterval(async () => {
        if (!(await isThere())) await (client as pg.Client).end();
      }, doubt);
      try {
        return await answer;
      } finally {
        clearInterval(timer);
      }
    },
  };
}

async function ask(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A pool in between welcomes us by itself.
    await client.query('select 1');
    return true;
  } catch (error) {
    // It has no room for another connection, but says so.
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
