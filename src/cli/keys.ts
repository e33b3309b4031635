/** `keys`: the key-encryption keys that seal templates and client keys. */
import { Command } from 'commander';
import type { RewrapReport } from '../storage/key-ring.ts';
import { EXIT } from './exit-codes.ts';
import { cliActor, withStore } from './local-store.ts';
import { count, type OutputOptions, print, withJson } from './output.ts';
import { startProgress } from './progress.ts';

export function keysCommand(): Command {
  return new Command('keys').description('the keys that seal what is stored').addCommand(
    withJson(new Command('rotate'))
      .description('make a new key-encryption key and seal everything stored with it')
      .addHelpText(
        'after',
        `
The service may run meanwhile. Stopped half-way, the command can simply be run again.

Example:
  prosopon keys rotate`,
      )
      .action(rotate),
  );
}

async function rotate(options: OutputOptions): Promise<void> {
  const result = await withStore(async ({ keyRing, audit }) => {
    const keyId = await keyRing.rotate();
    const progress = startProgress('Sealing anew', 'records');
    try {
      const report = { keyId, ...(await keyRing.rewrap({ onProgress: progress.update })) };
      await audit.append({ event: 'key-rotation', actor: cliActor(), details: report });
      return report;
    } finally {
      progress.stop();
    }
  });
  if (result.corrupted > 0) process.exitCode = EXIT.failure;
  print(options, result, describeRotation);
}

function describeRotation(result: RewrapReport & { readonly keyId: string }): string {
  const { keyId, rewrapped, erasedKeys, corrupted } = result;
  const done = `New key ${keyId}: ${count(rewrapped, 'record')} sealed with it, ${count(
    erasedKeys,
    'older key',
  )} erased.`;
  if (corrupted === 0) return done;
  return `${done}\n${count(corrupted, 'record')} did not open and stay as they are.`;
}
