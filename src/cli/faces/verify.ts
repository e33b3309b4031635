/** `verify`: compares the person in the face image with the template of the class id. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type VerifyAnswer, verifyContract } from '../../contract/verify.ts';
import type { Wire } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import { parseClassId } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { print, withJson } from '../output.ts';
import { withoutField } from './named-errors.ts';
import { takesTarget, withFaces } from './target.ts';

export function verifyCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('verify')))
    .argument('<class-id>', 'class id the person was enrolled under', parseClassId)
    .argument('<file>', 'face image of one person')
    .addHelpText(
      'after',
      `
Examples:
  prosopon verify 17 photo.jpg && echo "it is her"
  PROSOPON_KEY=… prosopon verify 17 photo.jpg --url https://faces.example --client shop --json`,
    )
    .action(async (classId, file, options) => {
      const image = await readInput(file);
      const answer = await withFaces(options, ({ call }) =>
        call(verifyContract, { image }, { classId }),
      ).catch((error) => {
        if (!(error instanceof InvalidArgument)) throw error;
        throw new InvalidArgument(`${file}: ${withoutField(error.message)}`);
      });
      const { status, verified, score, errors } = answer;
      if (!verified) process.exitCode = status === 'SUCCEEDED' ? EXIT.no : EXIT.failure;
      print(options, { classId, status, verified, score, errors }, describe);
    });
}

function describe({
  verified,
  score,
  errors,
}: Pick<Wire<VerifyAnswer>, 'verified' | 'score' | 'errors'>): string {
  if (verified) return `Verified: the same person (score ${score.toFixed(3)}).`;
  const why = errors.map(({ message }) => message).join(' ');
  return `Not verified: ${why || `another person (score ${score.toFixed(3)}).`}`;
}
