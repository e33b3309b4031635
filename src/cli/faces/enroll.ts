/** `enroll`: enrols a person from face images. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { parseClassId } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput } from '../files.ts';
import { count, print, withJson } from '../output.ts';
import { enrollPerson, type PersonResult } from './enroll-person.ts';
import { takesTarget, withFaces } from './target.ts';

export function enrollCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('enroll')))
    .argument('<class-id>', 'class id to enrol the person under', parseClassId)
    .argument('<files...>', 'face images, each of this person alone')
    .option('--consent <reference>', 'reference to the consent of the person')
    .addHelpText(
      'after',
      `
"prosopon import" enrols a folder of people. Exit code 1: a person could not be enrolled.

Example:
  prosopon enroll 17 alice-1.jpg alice-2.jpg`,
    )
    .action(async (classId, files, options) => {
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
