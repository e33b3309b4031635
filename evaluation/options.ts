/** The options of `npm run evaluate`. */
import { Command, InvalidArgumentError } from 'commander';

export interface EvaluationOptions {
  readonly dataset: string;
  readonly pairs?: string;
  readonly encoder?: string;
  readonly people?: string;
  readonly exclude?: string;
  readonly calibration?: string;
  readonly calibrate?: true | string;
  /** False: --no-cohort. */
  readonly cohort: boolean;
  /** False: --no-lookalikes. */
  readonly lookalikes: boolean;
  readonly title?: string;
  readonly enrol: number;
  readonly out: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  npm run evaluate -- --dataset ~/lfw
  npm run evaluate -- --dataset ~/lfw --pairs pairs.csv
  npm run evaluate -- --dataset ~/lfw --people even --calibrate even.json
  npm run evaluate -- --dataset ~/lfw --people odd --calibration even.json

The first run analyses every photograph; later ones find the feature vectors in the output folder
and test a sample of them against the pipeline as it is now.`;

/** @throws CommanderError (printed, with exit code) on bad arguments and after --help */
export function parseOptions(argv: readonly string[]): EvaluationOptions {
  return new Command('evaluate')
    .exitOverride()
    .description('Measures the biometric performance of the service on a folder of photographs.')
    .requiredOption('--dataset <dir>', 'folder with one sub-folder of photographs a person')
    .option('--pairs <csv>', 'compare only the listed pairs: lines a,b,same with same 1 or 0')
    .option(
      '--encoder <name>',
      'encoder to measure (default: the recommended one where it is installed)',
    )
    .option('--people <who>', 'even or odd: one half by name; or a file of names, one a line')
    .option('--exclude <file>', 'JSON list of label errors to leave out, with reasons')
    .option('--calibration <file>', 'thresholds to test instead of the installed ones')
    .option('--calibrate [file]', 'write a calibration (default: where the engine finds it)')
    .option('--no-cohort', 'calibrate feature vectors without crowding value')
    .option('--no-lookalikes', 'calibrate for everybody, not also among people who look alike')
    .option('--title <text>', 'what the data is called in calibration and report')
    .option('--enrol <count>', 'photographs of a template in the template test', wholeNumber, 3)
    .option('--out <dir>', 'folder of report and feature vectors', 'evaluation/out')
    .option('--fresh', 'analyse everything again')
    .option('--json', 'print JSON instead of tables')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(see --help)')
    .parse(argv, { from: 'user' })
    .opts<EvaluationOptions>();
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('expected a whole number from 1');
}
