/** The service as a process, with a client, and calls that report status and time. */
import { type Cli, createCli, type Running } from '../testing/cli/run-cli.ts';
import { portraitJpeg } from '../testing/photos.ts';

export interface Service {
  readonly running: Running;
  readonly cli: Cli;
  /** Status 0: no answer. */
  call(path: string, body: unknown, method?: string): Promise<Answer>;
  /** Response of `/readyz`. */
  readyz(): Promise<Answer>;
  /** Base64 of a portrait. */
  readonly image: string;
  /** Headers of the client's calls. */
  readonly headers: Readonly<Record<'authorization' | 'content-type', string>>;
  /** Another process on the same data. */
  beside(env?: Readonly<Record<string, string>>): Promise<Service>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly text: string;
}

const RENEWED_AFTER_MS = 30 * 60_000;

type Environment = Readonly<Record<string, string>>;

export async function startService(env: Environment = {}): Promise<Service> {
  const cli = await createCli({ convertedModels: true });
  const service = await startOn(cli, env);
  return {
    ...service,
    async stop() {
      await service.stop();
      await cli.remove();
    },
  };
}

/** A service on data that is there. */
export async function startOn(cli: Cli, env: Environment = {}): Promise<Service> {
  const running = await cli.serve(env);
  const authorize = async () => {
    const { out } = await cli.runWith(env, 'token', '--client', 'demo', '--json');
    return `Bearer ${(JSON.parse(out) as { readonly token: string }).token}`;
  };
  const fetchText = async (path: string, init: RequestInit): Promise<Answer> => {
    const began = performance.now();
    const took = () => performance.now() - began;
    try {
      const response = await fetch(running.url + path, {
        ...init,
        signal: AbortSignal.timeout(60_000),
      });
      return { status: response.status, text: await response.text(), milliseconds: took() };
    } catch (error) {
      return { status: 0, text: String(error), milliseconds: took() };
    }
  };
  const headers = {
    authorization: await authorize(),
    'content-type': 'application/json',
    'transaction-id': 'prove',
  };
  // A token lives for an hour.
  const renewal = setInterval(async () => {
    headers.authorization = await authorize();
  }, RENEWED_AFTER_MS);
  return {
    ...{ running, cli, headers, image: (await portraitJpeg(3)).toString('base64') },
    call: (path, body, method = 'POST') =>
      fetchText(path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    readyz: () => fetchText('/readyz', {}),
    beside: (more = env) => startOn(cli, more),
    async stop() {
      clearInterval(renewal);
      await running.stop('SIGKILL');
    },
  };
}

/** Whether it becomes true within the time. */
export async function becomes(seconds: number, test: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) {
    if (await test()) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}
