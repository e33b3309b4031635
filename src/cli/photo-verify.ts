/** `photo-verify`: is the person of an ID photo the one in the live images? */
import { Command } from 'commander';
import { InvalidArgument } from '../errors.ts';
import { readInput } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import type { PhotoVerifyAnswer, TargetOptions } from './faces.ts';
import { ask, readLiveImages } from './liveness.ts';
import { type OutputOptions, print, withJson } from './output.ts';
import { takesTarget } from './target.ts';

interface PhotoVerifyOptions extends OutputOptions, TargetOptions {
  readonly photo: string;
  /** False with `--no-liveness`. */
  readonly liveness: boolean;
}

/** The least level that counts as a yes. */
const ACCEPTED: readonly string[] = ['LEVEL_4', 'LEVEL_5'];

export function photoVerifyCommand(): Command {
  return takesTarget(withJson(new Command('photo-verify')))
    .argument('<file...>', 'one or two live images of the person')
    .requiredOption('--photo <file>', 'the ID photo')
    .option('--no-liveness', 'only compare; do not detect liveness')
    .addHelpText(
      'after',
      `
Levels: false-accept rates of 0.5, 0.1, 0.01, 0.001 and 0.0001 % for LEVEL_1 to LEVEL_5. The exit
code is 0 from LEVEL_4.

Examples:
  prosopon photo-verify selfie.jpg --photo passport.jpg
  prosopon photo-verify first.jpg second.jpg --photo passport.jpg --json`,
    )
    .action(photoVerify);
}

async function photoVerify(files: readonly string[], options: PhotoVerifyOptions): Promise<void> {
  if (files.length > 2) throw new InvalidArgument('Give one or two live images.');
  const photo = await readInput(options.photo);
  const images = await readLiveImages(files, []);
  const answer = await ask([...files, options.photo], options, (faces) =>
    faces.photoVerify(photo, images, !options.liveness),
  );
  if (!ACCEPTED.includes(answer.verificationLevel)) process.exitCode = EXIT.no;
  print(options, answer, describe);
}

function describe({ verificationLevel, verificationScore, errors }: PhotoVerifyAnswer): string {
  const score = verificationScore.toFixed(3);
  if (verificationLevel !== 'NOT_RECOGNIZED')
    return `The same person at ${verificationLevel.replace('_', ' ').toLowerCase()} (score ${score}).`;
  const why = errors.map(({ errorCode, message }) => `${message} (${errorCode})`).join(' ');
  return `Not recognised: ${why || `another person (score ${score}).`}`;
}
