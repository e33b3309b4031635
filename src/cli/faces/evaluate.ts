/** `evaluate`: measures the service on your own face images, in a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { EXIT } from '../exit-codes.ts';

/** Evaluations use the service, but are not part of it. */
const PROGRAM = fileURLToPath(new URL('../../../evaluation/main.ts', import.meta.url));

/** Passes on all further arguments: `npm run evaluate -- …` takes the same. */
export function evaluateCommand(): CommandUnknownOpts {
  return new Command('evaluate')
    .usage('--dataset <dir> [--json] [options of the evaluation]')
    .argument('[arguments...]', 'handed on to the evaluation')
    .allowUnknownOption()
    .addHelpText(
      'after',
      `
Without a name: error rates of verification, for a folder with one sub-folder of face images per
person. By name: gallery, liveness, pad, photo-verify, motion, replay, quality-degradations.
All options: npm run evaluate -- --help, npm run evaluate -- gallery --help, and so on.

Examples:
  prosopon evaluate --dataset ~/staff --json
  prosopon evaluate --dataset ~/staff --calibrate
  prosopon evaluate gallery --dataset ~/staff
  prosopon evaluate --fido --dataset ~/staff --recordings ~/attacks`,
    )
    .action(async (given) => {
      const child = spawn(process.execPath, [PROGRAM, ...given], { stdio: 'inherit' });
      const [code] = (await once(child, 'exit')) as [number | null];
      process.exitCode = code ?? EXIT.failure;
    });
}
