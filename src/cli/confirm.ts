/** Commands that erase ask first. Without a terminal they need `--yes`. */
import { createInterface } from 'node:readline/promises';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { InvalidArgument } from '../errors.ts';

/** Adds the option that answers the question. */
export function takesYes<A extends unknown[], O extends OptionValues>(command: Command<A, O>) {
  return command.option('--yes', 'do not ask');
}

/** Asks on standard error, after `beforehand`. @throws InvalidArgument answered no, or not */
export async function confirm(
  { yes = false }: { readonly yes?: boolean },
  deed: string,
  beforehand?: () => Promise<void>,
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new InvalidArgument(`${deed}: cannot ask for confirmation here; use --yes.`);
  await beforehand?.();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${deed}? [y/N] `).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new InvalidArgument('Nothing was done.');
}
