/** Who goes first on a busy machine: the service, then its workers, then what decodes videos. */
import type { ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Relative to the service. Little suffices for workers: more starves them, and decoders even more,
 * beside a database or a browser on the same cores.
 */
const NICENESS = { worker: 2, decoder: 6 } as const;

/** The process has the time that those before it leave, all of a core that is idle. */
export function lowerPriority({ pid }: ChildProcess, kind: keyof typeof NICENESS): void {
  if (pid === undefined) return;
  setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS[kind]));
}
