/** Who goes first on a busy machine: the service, then its workers, then what decodes videos. */
import type { ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

/** Less than the service. Each gets a quarter of a core that the one before wants, too. */
const NICENESS = { worker: 5, decoder: 10 } as const;

/** The process has the time that those before it leave, all of a core that is idle. */
export function standBack({ pid }: ChildProcess, kind: keyof typeof NICENESS): void {
  if (pid === undefined) return;
  setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS[kind]));
}
