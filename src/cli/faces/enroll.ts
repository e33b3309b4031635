/** `enroll`: enrols a person from face images, or a folder of people. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { MOST_WORKERS } from '../../config/config.ts';
import { InvalidArgument } from '../../errors.ts';
import { parseClassId, refuseOptions, wholeNumber } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { importImages } from '../import/import-images.ts';
import { count, note, print, withJson } from '../output.ts';
import { enrollPerson, type PersonResult } from './enroll-person.ts';
import { takesTarget, withFaces } from './target.ts';

export function enrollCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('enroll')))
    .argument('[class-id]', 'class id to enrol the person under', parseClassId)
    .argument('[files...]', 'face images, each of this person alone')
    .option('--consent <reference>', 'reference to the consent of the person or the people')
    .option('--dir <folder>', 'enrol every sub-folder as one person: "import" without its journal')
    .option(
      '--mapping <file>',
      'with --dir: file that says which folder is which class (default: in --dir)',
    )
    .option('--skip-enrolled', 'with --dir: skip people who already have a template')
    .option(
      '--workers <number>',
      'with --dir, local data: worker processes',
      wholeNumber(1, MOST_WORKERS),
    )
    .addHelpText(
      'after',
      `
With --dir, a sub-folder whose name is a number is enrolled under that class id. Any other gets a
new one, which is kept in <folder>/prosopon-classes.json, so that a later run finds it again.
Exit code 1: a person could not be enrolled.

Examples:
  prosopon enroll 17 alice-1.jpg alice-2.jpg
  prosopon enroll --dir people/
  PROSOPON_KEY=… prosopon enroll --dir people/ --url https://faces.example --client shop`,
    )
    .action(async (classId, files, options, command) => {
      if (options.dir !== undefined) {
        if (classId !== undefined)
          throw new InvalidArgument('Give either a class id with face images or --dir, not both.');
        note('prosopon: "enroll --dir" is "import" that does not remember what it has done.');
        return importImages(options.dir, options, undefined);
      }
      refuseOptions(command, ['--mapping', '--skip-enrolled', '--workers'], 'only with --dir');
      if (classId === undefined || files.length === 0)
        throw new InvalidArgument(
          'Give a class id and face images ("prosopon enroll 17 alice.jpg"), or --dir.',
        );
      const images = await Promise.all(
        files.map(async (file) => {
          const bytes = await readInput(file);
          return { file, read: async () => bytes };
        }),
      );
      const result = await withFaces(
        options,
        (faces) => enrollPerson(faces, classId, images, options.consent),
        { engine: true, enrols: true },
      );
      if (result.refused.some(({ errorCode }) => errorCode === 'InvalidImage'))
        process.exitCode = EXIT.badArguments;
      else if (result.performedAction === 'ENROLLMENT_FAILED') process.exitCode = EXIT.no;
      print(options, result, describe);
    });
}

const ACTIONS: Readonly<Record<string, string>> = {
  NEW_TEMPLATE_CREATED: 'is enrolled',
  TEMPLATE_UPDATED: 'has more samples now',
  TEMPLATE_UPGRADED: 'was upgraded to the current encoder and has more samples now',
  ENROLLMENT_FAILED: 'was not enrolled',
};

function describe(result: PersonResult): string {
  const { classId, performedAction, enrolledImages, refused } = result;
  const done = ACTIONS[performedAction] ?? performedAction;
  return [
    `Class ${classId} ${done}: ${count(enrolledImages, 'face image')} enrolled, ${refused.length} refused.`,
    ...refused.map(({ file, message }) => `  ${file}: ${message}`),
  ].join('\n');
}
