/** `liveness`: decides whether one or two images, or a video, show a live person. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  type LivenessAnswer as Examined,
  livenessContract,
  videoLivenessContract,
} from '../../contract/liveness.ts';
import type { Wire } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import { MOST_SECONDS, VIDEO_FORMATS } from '../../faces/liveness/video/limits.ts';
import { collect } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { print, withJson } from '../output.ts';
import type { TargetOptions } from './faces.ts';
import { ask, readLiveImages } from './live-images.ts';
import { takesTarget } from './target.ts';

export function livenessCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('liveness')))
    .argument('[file...]', 'one live image, or two with a movement of the head between them')
    .option('--video <file>', `a video instead: ${VIDEO_FORMATS} of at most ${MOST_SECONDS} s`)
    .option(
      '--tag <direction>',
      'where the head must have moved to: up, down, left, right (the person’s own)',
      collect,
    )
    .addHelpText(
      'after',
      `
Examples:
  prosopon liveness selfie.jpg
  prosopon liveness first.jpg second.jpg --tag left
  prosopon liveness --video selfie.mp4 --json`,
    )
    .action(async (files, options) => {
      const { video, tag: tags = [] } = options;
      if (video === undefined ? files.length < 1 || files.length > 2 : files.length > 0)
        throw new InvalidArgument('Give one or two image files, or --video and one file.');
      if (tags.length > 0 && files.length < 2)
        throw new InvalidArgument('--tag needs two images: it is about the movement between them.');
      const answer = shown(
        await (video === undefined
          ? imagesLiveness(files, tags, options)
          : videoLiveness(video, options)),
      );
      if (!answer.live) process.exitCode = EXIT.no;
      print(options, answer, describe);
    });
}

type LivenessAnswer = Wire<Examined>;

/** The scores of each image or frame, exactly 0 if not calculated, and the decision. */
function shown({ live, livenessScore, errors, imageProperties }: LivenessAnswer) {
  const images = imageProperties.map(({ frameNumber, faces: [face] }) => ({
    textureLivenessScore: face?.textureLivenessScore ?? 0,
    motionLivenessScore: face?.motionLivenessScore ?? 0,
    movementDirection: face?.movementDirection ?? 0,
    frameNumber,
  }));
  return { live, livenessScore, errors, images };
}

async function imagesLiveness(
  files: readonly string[],
  tags: readonly string[],
  options: TargetOptions,
): Promise<LivenessAnswer> {
  const liveImages = await readLiveImages(files, tags);
  return ask(files, options, ({ call }) => call(livenessContract, { liveImages }));
}

async function videoLiveness(file: string, options: TargetOptions): Promise<LivenessAnswer> {
  const video = await readInput(file);
  return ask([file], options, ({ call }) => call(videoLivenessContract, { video }));
}

function describe({
  live,
  livenessScore,
  errors,
}: Pick<LivenessAnswer, 'live' | 'livenessScore' | 'errors'>): string {
  if (live) return `Live: the person is there (score ${livenessScore.toFixed(3)}).`;
  return ['Not live:', ...errors.map(({ errorCode, message }) => `${message} (${errorCode})`)].join(
    errors.length > 1 ? '\n  ' : ' ',
  );
}
