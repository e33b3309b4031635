/** Whether the service can serve, asked of each of its parts. */
import type { FaceEngine } from '../faces/analysis.ts';

/** Resolves to true when that part can serve; false or a rejection: it cannot. */
export type ReadinessCheck = () => boolean | Promise<boolean>;

export interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ready' | 'not ready'>>;
}

/** The engine and everything else that has to be ready. */
export function readinessChecks(parts: {
  readonly engine: Pick<FaceEngine, 'status'>;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
}): Readonly<Record<string, ReadinessCheck>> {
  return { engine: () => parts.engine.status().ready, ...parts.readiness };
}

/** Milliseconds after which a part that has not said that it is ready counts as not ready. */
const PATIENCE = 3000;

/** Asks all parts at once; never rejects. */
export async function readinessOf(
  checks: Readonly<Record<string, ReadinessCheck>>,
): Promise<Readiness> {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
  );
  return {
    ready: states.every(([, state]) => state),
    parts: Object.fromEntries(
      states.map(([name, state]) => [name, state ? 'ready' : 'not ready'] as const),
    ),
  };
}

async function holds(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false);
  });
  const answer = (async () => check())().catch(() => false);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
