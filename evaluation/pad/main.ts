/**
 * `npm run evaluate -- pad`: how well single images of live faces and of attacks are told apart.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelLocations } from '../../src/cli/models/model-locations.ts';
import { table, toJson } from '../../src/cli/output.ts';
import calibration from '../../src/faces/calibration/pad.json' with { type: 'json' };
import { percent } from '../figures.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { draw } from '../report/charts.ts';
import { chartDet, type DetCurve, detCurvesOf, tabulateDet } from './det.ts';
import { createJudge } from './judge.ts';
import { type Presentation, ratesOf, type SetRates, summarise } from './rates.ts';
import { listSamples, picturesOf } from './samples.ts';

interface Options {
  readonly data: string;
  readonly faces?: string;
  readonly people: string;
  readonly scenes: string;
  readonly frames: string;
  readonly out: string;
  readonly own?: boolean;
  readonly json?: boolean;
}

const parse = (argv: readonly string[]): Options =>
  new Command('evaluate pad')
    .exitOverride()
    .description('Measures passive liveness and the detection of obvious fakes, image by image.')
    .option('--data <dir>', 'folder with recordings and photographs', '../shared/liveness')
    .option('--faces <dir>', 'more live photographs: one sub-folder a person (LFW)')
    .option('--people <count>', 'how many of these people', '300')
    .option('--scenes <count>', 'how many of them are shown on each medium', '100')
    .option('--frames <count>', 'frames of each recording, at equal distances', '40')
    .option('--out <dir>', 'folder of the result', 'evaluation/out')
    .option('--own', 'by the network of this package, as without the pack')
    .option('--json', 'print JSON instead of tables')
    .parse(argv, { from: 'user' })
    .opts<Options>();

/** @throws Error no data, or the networks are not installed */
export async function evaluatePad(argv: readonly string[]): Promise<void> {
  const options = parse(argv);
  const config = readConfig();
  const sets = listSamples({
    ...options,
    people: Number(options.people),
    scenes: Number(options.scenes),
  });
  if (sets.length === 0) throw new Error(`${options.data}: no recordings and no photographs`);
  const { judge, cut } = await createJudge(
    await modelLocations(config),
    config.maxPixels,
    options.own,
  );
  const rates: SetRates[] = [];
  const times: number[] = [];
  for (const set of sets) {
    const presentations: Presentation[] = [];
    for await (const { source, image } of picturesOf(set, Number(options.frames))) {
      const shown = set.reach === undefined ? image : await cut(image, set.reach);
      if (shown === undefined) continue;
      const judgement = await judge(shown);
      presentations.push({ ...judgement, source: basename(source) });
      if (judgement.problem === undefined) times.push(judgement.milliseconds);
    }
    process.stderr.write(`${set.name}: ${presentations.length} pictures\n`);
    rates.push(ratesOf(set, presentations));
  }
  const result = {
    date: new Date().toISOString(),
    commit: await readCommit(),
    machine: describeMachine(),
    calibration,
    millisecondsOfChecks: times.sort((a, b) => a - b)[times.length >> 1],
    summary: summarise(rates),
    sets: rates,
  };
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'pad.json'), `${toJson(result)}\n`);
  const curves = detCurvesOf(rates);
  await writeFile(join(options.out, 'pad-det.svg'), `${draw(chartDet(curves))}\n`);
  const text = [
    `Passive liveness · ${result.date.slice(0, 10)} · commit ${result.commit ?? '–'}`,
    `${result.machine}; checks of one image, median: ${result.millisecondsOfChecks?.toFixed(0)} ms`,
    '',
    ...describe(rates),
    '',
    ...describeDet(curves),
  ].join('\n');
  process.stdout.write(options.json ? `${toJson(result)}\n` : `${text}\n`);
}

function describe(sets: readonly SetRates[]): string[] {
  const networks = [...new Set(sets.flatMap(({ alone }) => Object.keys(alone)))];
  const detectors = [...new Set(sets.flatMap(({ fakes }) => Object.keys(fakes)))];
  const lines = [
    table(
      ['SET', 'KIND', 'CLIPS', 'IMAGES', 'DECIDED', 'WRONG', 'TEXTURE', ...networks, ...detectors],
      sets.map((set) => [
        set.counts ? set.name : `(${set.name})`,
        set.kind,
        String(set.sources),
        String(set.pictures),
        String(set.decided),
        percent(set.wrong, 1),
        percent(set.texture, 1),
        ...networks.map((name) => percent(set.alone[name], 1)),
        ...detectors.map((name) => percent(set.fakes[name], 1)),
      ]),
    ),
    'WRONG: taken for live (attack), for a fake (bona fide); by texture alone; by one network at 0.5.',
    'Detectors of obvious fakes: share rejected. Sets in brackets are not part of the rates below.',
    '',
    table(
      ['CLIP', 'IMAGES', 'DECIDED', 'LIVE', 'MEDIAN', 'NOT DECIDED BECAUSE'],
      sets
        .filter(({ sources }) => sources < 20)
        .flatMap(({ clips }) =>
          clips.map((clip) => [
            clip.source,
            String(clip.pictures),
            String(clip.decided),
            String(clip.live),
            clip.medianScore.toFixed(2),
            Object.entries(clip.problems)
              .map(([problem, count]) => `${problem} × ${count}`)
              .join(', '),
          ]),
        ),
    ),
    '',
  ];
  const all = summarise(sets);
  if (all !== undefined)
    lines.push(
      `All checks: APCER ${percent(all.apcer, 1)} (worst species: ${all.worstSpecies}), ` +
        `BPCER ${percent(all.bpcer, 1)}, ACER ${percent(all.acer, 1)}`,
    );
  for (const name of networks) {
    const alone = summarise(sets, (set) => (set.decided > 0 ? set.alone[name] : undefined));
    if (alone !== undefined)
      lines.push(
        `${name} alone: APCER ${percent(alone.apcer, 1)}, BPCER ${percent(alone.bpcer, 1)}, ` +
          `ACER ${percent(alone.acer, 1)}`,
      );
  }
  const clips = sets.filter(({ counts }) => counts).reduce((sum, set) => sum + set.sources, 0);
  lines.push(
    '',
    `These are ${clips} clips and photographs. Images of one clip are alike: another clip may do`,
    'quite differently. Species that were not tested here may pass.',
  );
  return lines;
}

function describeDet(curves: readonly DetCurve[]): string[] {
  const { head, rows } = tabulateDet(curves, percent);
  return [
    table(head, rows),
    'All checks; live pictures are those that count above. pad-det.svg draws them.',
  ];
}
