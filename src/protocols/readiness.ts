/** Whether the service can serve, asked of each of its parts. */
import { ServiceError } from '../errors.ts';
import type { Running } from '../operations/running.ts';

/** Resolves to true when that part can serve; false or a rejection: it cannot. */
export type ReadinessCheck = () => boolean | Promise<boolean>;

/** The engine and everything else that has to be ready. */
export function readinessChecks(parts: {
  readonly running: Pick<Running, 'status'>;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
}): Readonly<Record<string, ReadinessCheck>> {
  return { engine: () => parts.running.status().engine.ready, ...parts.readiness };
}

/** Milliseconds after which a part that has not said that it is ready counts as not ready. */
const PATIENCE = 3000;

interface PartState {
  readonly ready: boolean;
  readonly problem?: string;
}

/** Asks all parts at once; never rejects. */
export async function readinessOf(checks: Readonly<Record<string, ReadinessCheck>>) {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, ...(await stateOf(check)) })),
  );
  return {
    ready: states.every(({ ready }) => ready),
    parts: Object.fromEntries(
      states.map(({ name, ready }) => [name, ready ? 'ready' : 'not ready'] as const),
    ),
    /** Why a part is not ready, where it says so. */
    problems: states.flatMap(({ problem }) => problem ?? []),
  };
}

async function stateOf(check: ReadinessCheck): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, { ready: false });
  });
  const answer = (async () => ({ ready: await check() }))().catch((error: unknown) => ({
    ready: false,
    ...(error instanceof ServiceError ? { problem: error.message } : {}),
  }));
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
