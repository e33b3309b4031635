/** `npm run evaluate -- quality-degradations`: does every spoilt portrait lower the right measure? */
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelPlaces } from '../../src/cli/models/model-places.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { describeMachine, readCommit } from '../machine.ts';
import type { Change, Measurements } from './change.ts';
import { DEGRADATIONS, type Degradation, type Severity } from './degradations.ts';
import { measure } from './measure.ts';
import { describeOwnSharpness } from './own-check.ts';
import { type Portrait, readPortraits } from './portrait.ts';
import { describeOutcomes, describeRelated, type Outcome } from './table.ts';
import { turnHeads } from './turns.ts';

interface Options {
  readonly photographs: string[];
  readonly faces: string;
  readonly recordings: string;
}

/** A portrait and its measures before anything was done to it. */
interface Graded {
  readonly portrait: Portrait;
  readonly before: Measurements;
}

/** Runs the command with the arguments after its name; prints tables in Markdown. */
export async function evaluateDegradations(argv: readonly string[]): Promise<void> {
  const { photographs, faces, recordings } = new Command('evaluate quality-degradations')
    .exitOverride()
    .description('Spoils portraits in ways that measures name and prints how their scores change.')
    .option('--photographs <dir...>', 'folders of portraits, one of each sub-folder', [
      '../shared/faces/photos',
      '../shared/faces/lfw-dev',
    ])
    .option('--faces <count>', 'portraits at most', '120')
    .option('--recordings <dir>', 'videos of turning heads', '../shared/liveness/videos/live')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const config = readConfig();
  const { maxPixels } = config;
  const engine = await createFaceEngine({ ...(await modelPlaces(config)), maxPixels, workers: 1 });
  try {
    const portraits = await readPortraits(engine, photographs, Number(faces));
    const graded: Graded[] = [];
    for (const portrait of portraits)
      graded.push({ portrait, before: await measure(engine, portrait.png) });
    const outcomes: Outcome[] = [];
    for (const degradation of DEGRADATIONS)
      for (const severity of degradation.severities)
        outcomes.push(await degrade(engine, graded, degradation, severity));
    outcomes.push(...(await turnHeads(engine, recordings)));
    const date = new Date().toISOString().slice(0, 10);
    const blur = DEGRADATIONS.find(({ measure }) => measure === 'Sharpness')!;
    const ownCheck = await describeOwnSharpness(engine, portraits, blur);
    const about = `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`;
    process.stdout.write(
      `${[about, describeOutcomes(outcomes), describeRelated(outcomes), ownCheck].join('\n\n')}\n`,
    );
  } finally {
    await engine.close();
  }
}

async function degrade(
  engine: FaceEngine,
  graded: readonly Graded[],
  degradation: Degradation,
  { name, spoil, byDefinition }: Severity,
): Promise<Outcome> {
  const changes: Change[] = [];
  for (const { portrait, before } of graded) {
    const after = await measure(engine, await spoil(portrait));
    const rawBefore = before.get(degradation.measure)?.rawValue;
    if (after.size === 0) continue;
    changes.push({
      before,
      after,
      ...(byDefinition === undefined || rawBefore === undefined
        ? {}
        : { byDefinition: byDefinition(portrait, rawBefore) }),
    });
  }
  return { degradation, severity: name, changes, lost: graded.length - changes.length };
}
