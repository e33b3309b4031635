/** `photo-verify`: compares the person of an ID photo with the live images. */
import { basename } from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type PhotoVerifyAnswer, photoVerifyContract } from '../../contract/photo-verify.ts';
import type { Wire } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import { isAccepted, LEVEL_RATES } from '../../operations/face/photo-verify.ts';
import type { PhotoVerifyEvidence } from '../../operations/liveness/liveness-evidence.ts';
import { readConfig } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { print, withJson } from '../output.ts';
import type { DrawnImage } from './draw-evidence.ts';
import { liveTiles, writeEvidence } from './evidence.ts';
import { ask, readLiveImages } from './live-images.ts';
import { openExtensions } from './open-extensions.ts';
import { takesTarget } from './target.ts';

export function photoVerifyCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('photo-verify')))
    .argument('<file...>', 'one or two live images of the person')
    .requiredOption('--photo <file>', 'the ID photo')
    .option('--no-liveness', 'only compare; do not detect liveness')
    .option('--explain <file.png>', 'draw what the checks saw in the images and the photo')
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
      const images = await readLiveImages(files, []);
      const request = { photo, liveImages: images, disableLivenessDetection: !options.liveness };
      const { debug, ...found } = await ask([...files, options.photo], options, ({ call }) =>
        call(photoVerifyContract, request),
      );
      const { verificationLevel, verificationScore, live, livenessScore, errors } = found;
      const answer = { verificationLevel, verificationScore, live, livenessScore, errors };
      if (options.explain !== undefined) {
        const portrait = await portraitOf(photo);
        await writeEvidence(options.explain, { ...(debug && { debug }) }, (seen) => [
          ...liveTiles(files, images, seen),
          ...photoTile(options.photo, portrait, seen, describe(answer)),
        ]);
      }
      if (!isAccepted(answer.verificationLevel)) process.exitCode = EXIT.no;
      print(options, answer, describe);
    });
}

/** The image to draw: that of a document, where extensions read it. */
async function portraitOf(bytes: Uint8Array): Promise<Uint8Array> {
  const extensions = await openExtensions(readConfig());
  try {
    const request = { bytes, field: 'photo', at: new Date() };
    const read = await extensions.added.readPortrait?.(request, {});
    return read !== undefined && 'image' in read ? read.image : bytes;
  } finally {
    await extensions.close();
  }
}

/** The photo, if it was processed. */
function photoTile(
  file: string,
  bytes: Uint8Array,
  { photo, comparisons }: PhotoVerifyEvidence,
  answer: string,
): DrawnImage[] {
  if (photo === null) return [];
  const scores = comparisons.map((score) => score.toFixed(3)).join(', ');
  const figures = [answer, ...(scores === '' ? [] : [`comparison scores ${scores}`])];
  return [{ title: `ID photo ${basename(file)}`, bytes, evidence: photo, figures }];
}

type Told = Pick<Wire<PhotoVerifyAnswer>, 'verificationLevel' | 'verificationScore' | 'errors'>;

function describe({ verificationLevel, verificationScore, errors }: Told): string {
  const score = verificationScore.toFixed(3);
  if (verificationLevel !== 'NOT_RECOGNIZED')
    return `The same person at ${verificationLevel.replace('_', ' ').toLowerCase()} (score ${score}).`;
  const why = errors.map(({ errorCode, message }) => `${message} (${errorCode})`).join(' ');
  return `Not recognised: ${why || `another person (score ${score}).`}`;
}
