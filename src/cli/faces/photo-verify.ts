/** `photo-verify`: compares the person of an ID photo with the live images. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type PhotoVerifyAnswer, photoVerifyContract } from '../../contract/photo-verify.ts';
import type { Wire } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import { isAccepted, LEVEL_RATES } from '../../operations/face/photo-verify.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { print, withJson } from '../output.ts';
import { ask, readLiveImages } from './live-images.ts';
import { takesTarget } from './target.ts';

export function photoVerifyCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('photo-verify')))
    .argument('<file...>', 'one or two live images of the person')
    .requiredOption('--photo <file>', 'the ID photo')
    .option('--no-liveness', 'only compare; do not detect liveness')
    .addHelpText(
      'after',
      `
Levels: false-accept rates of ${LEVEL_RATES} % for LEVEL_1 to LEVEL_5. The exit
code is 0 from LEVEL_4.

Examples:
  prosopon photo-verify selfie.jpg --photo passport.jpg
  prosopon photo-verify first.jpg second.jpg --photo passport.jpg --json`,
    )
    .action(async (files, options) => {
      if (files.length > 2) throw new InvalidArgument('Give one or two live images.');
      const photo = await readInput(options.photo);
      const liveImages = await readLiveImages(files, []);
      const request = { photo, liveImages, disableLivenessDetection: !options.liveness };
      const found = await ask([...files, options.photo], options, ({ call }) =>
        call(photoVerifyContract, request),
      );
      const { verificationLevel, verificationScore, live, livenessScore, errors } = found;
      const answer = { verificationLevel, verificationScore, live, livenessScore, errors };
      if (!isAccepted(answer.verificationLevel)) process.exitCode = EXIT.no;
      print(options, answer, describe);
    });
}

type Shown = Pick<Wire<PhotoVerifyAnswer>, 'verificationLevel' | 'verificationScore' | 'errors'>;

function describe({ verificationLevel, verificationScore, errors }: Shown): string {
  const score = verificationScore.toFixed(3);
  if (verificationLevel !== 'NOT_RECOGNIZED')
    return `The same person at ${verificationLevel.replace('_', ' ').toLowerCase()} (score ${score}).`;
  const why = errors.map(({ errorCode, message }) => `${message} (${errorCode})`).join(' ');
  return `Not recognised: ${why || `another person (score ${score}).`}`;
}
