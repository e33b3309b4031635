/** `npm run evaluate -- motion`: measures and calibrates motion detection and challenge-response. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { table } from '../../src/cli/output.ts';
import { describeMachine } from '../machine.ts';
import { logit } from './logistic.ts';
import { openMeshReader } from './mesh-reader.ts';
import { fitMotion, heldOutLogits, pairsOf } from './motion-pairs.ts';
import { challengeRows, tiltRows, turnRows } from './motion-tables.ts';
import { readVideos, renderFlats } from './recordings.ts';

/** Names of the values of the service's `featuresOf`, in order. */
const FEATURE_NAMES = [
  'misfit of a plane to the pixels (log)',
  'gain by parallax (log)',
  'parallax of the pixels along the turn',
  'parallax of the pixels across the turn',
  'misfit of a plane to the meshes (log)',
  'misfit of a rigid turn to the meshes (log)',
  'stretch (log)',
  'turn (log degrees)',
] as const;

const SHIPPED = fileURLToPath(new URL('../../src/faces/calibration/', import.meta.url));

interface MotionOptions {
  readonly shared: string;
  readonly people: string;
  readonly calibrate?: boolean;
}

/** Runs the command with the arguments after `motion`. */
export async function evaluateMotion(argv: readonly string[]): Promise<void> {
  const options = new Command('evaluate motion')
    .exitOverride()
    .description('Measures motion detection on videos of heads and on pictures held in many ways.')
    .option(
      '--shared <dir>',
      'folder with liveness/videos, faces/photos and faces/lfw-dev',
      '../shared',
    )
    .option('--people <count>', 'people whose photographs are held', '100')
    .option('--calibrate', 'write src/faces/calibration/motion.json')
    .parse([...argv], { from: 'user' })
    .opts<MotionOptions>();
  const note = (message: string) => void process.stderr.write(`${message}\n`);
  const { dataDir, modelsDir } = readConfig();
  const read = await openMeshReader({ dataDir, modelsDir });
  const videos = await readVideos(options.shared, read, note);
  const people = Number(options.people);
  const flats = await renderFlats(options.shared, read, 'flat', people);
  const bent = await renderFlats(options.shared, read, 'bent', Math.ceil(people * 0.4));
  const all = pairsOf([...videos, ...flats, ...bent]);
  note(`${all.length} pairs of images`);
  // Refuses cuts between people for that reason. Pictures stay, however different their views.
  const pairs = all.filter(
    ({ group, samePerson }) => (group !== 'head' && group !== 'replay') || samePerson,
  );

  const model = fitMotion(pairs);
  const heldOut = heldOutLogits(pairs);
  const fitted = pairs.map(({ features }) => logit(model, features));
  const say = (title: string, heading: string[], rows: string[][]) =>
    process.stdout.write(`\n${title}\n\n${table(heading, rows)}\n`);
  process.stdout.write(`Motion of two images · ${describeMachine()}\n`);
  say(
    'Accepted as a moving head, by turn (held out: model without the clip or half of the people)',
    ['group', 'turn °', 'pairs', 'held out', 'fit to all'],
    turnRows(pairs, heldOut, fitted),
  );
  say(
    'Flat pictures accepted, by tilt',
    ['group', 'tilt °', 'pairs', 'held out', 'fit to all'],
    tiltRows(pairs, heldOut, fitted),
  );
  say(
    'Challenge: movement met the demanded direction (truth: change of head pose, 10° or more)',
    ['group', 'pairs', 'right direction', 'opposite'],
    challengeRows(pairs),
  );
  const heads = all.filter(({ group }) => group === 'head').length;
  const same = pairs.filter(({ group }) => group === 'head').length;
  process.stdout.write(`\nOne person in both images: ${same} of ${heads} head pairs\n`);
  if (options.calibrate === true) {
    const path = `${SHIPPED}motion.json`;
    const round = (value: number) => Number(value.toPrecision(6));
    const count = (group: string) => pairs.filter((pair) => pair.group === group).length;
    const about = {
      date: new Date().toISOString().slice(0, 10),
      data: `${count('head')} pairs of frames of ${videos.filter(({ group }) => group === 'head').length} videos of heads, ${count('flat')} pairs of rendered views of ${flats.length} photographs`,
      features: FEATURE_NAMES,
      weights: model.weights.map(round),
      bias: round(model.bias),
    };
    await writeFile(path, `${JSON.stringify(about, undefined, 2)}\n`);
    note(`Wrote ${path}`);
  }
}
