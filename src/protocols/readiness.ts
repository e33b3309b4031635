/** Whether the service is ready, by asking each of its parts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { ActiveEngine } from '../operations/active-engine.ts';

/** Resolves to true if the part is ready. False or a rejection: it is not. */
export type ReadinessCheck = () => boolean | Promise<boolean>;

/** Each part by its name. */
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>;

/** The engine, and everything else that must be ready. */
export function readinessChecks(parts: {
  readonly activeEngine: Pick<ActiveEngine, 'status'>;
  readonly readiness: ReadinessChecks;
}): ReadinessChecks {
  return { engine: () => parts.activeEngine.status().engine.ready, ...parts.readiness };
}

/** Milliseconds after which a silent part counts as not ready. */
const PATIENCE = 3000;

interface PartState {
  readonly ready: boolean;
  readonly problem?: string;
}

/** Asks all parts at once. Never rejects. */
export async function readinessOf(checks: ReadinessChecks) {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, ...(await stateOf(check)) })),
  );
  return {
    ready: states.every(({ ready }) => ready),
    parts: Object.fromEntries(
      states.map(({ name, ready }) => [name, ready ? 'ready' : 'not ready'] as const),
    ),
    /** Reasons why a part is not ready, if it gives any. */
    problems: states.flatMap(({ problem }) => problem ?? []),
  };
}

async function stateOf(check: ReadinessCheck): Promise<PartState> {
  const late = sleep(PATIENCE, { ready: false }, { ref: false });
  const answer = (async () => ({ ready: await check() }))().catch((error: unknown) => ({
    ready: false,
    ...(error instanceof ServiceError ? { problem: error.message } : {}),
  }));
  return Promise.race([answer, late]);
}
