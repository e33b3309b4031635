/**
 * A process that runs many commands, each as if it had been started for that one. Starting Node and
 * loading the libraries takes longer than most commands.
 */
import { enableCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

/** A command, and the environment it is to see. */
export interface CommandCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What it printed, and the exit code that its process would have had. */
export interface CommandEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const PRINTED = { stdout: 'out', stderr: 'err' } as const;

enableCompileCache();
const { main } = await import('../../src/cli/main.ts');
const said = { out: '', err: '' };
for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  // Every command listens to them once.
  stream.setMaxListeners(0);
  stream.write = (chunk: string | Uint8Array) => {
    said[PRINTED[name]] += String(chunk);
    return true;
  };
}

process.on('message', async ({ args, env }: CommandCall) => {
  Object.assign(said, { out: '', err: '' });
  // In place: native libraries read the environment, too.
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const before = keepingAlive();
  await main(args);
  // As long as there is anything left to wait for, a process of its own would not have ended.
  while (keepingAlive() > before) await pause(5);
  const end: CommandEnd = { code: Number(process.exitCode ?? 0), ...said };
  process.exitCode = undefined;
  process.send?.(end);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** How many things keep this process from ending. */
const keepingAlive = (): number => process.getActiveResourcesInfo().length;
