/** `npm run evaluate -- quality-degradations`: does every spoilt portrait lower the right measure? */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { sampleFrames } from '../../src/faces/liveness/video.ts';
import { QUALITY_MEASURES, type QualityMeasureName } from '../../src/faces/quality/measure.ts';
import { describeMachine, readCommit } from '../machine.ts';
import {
  DEGRADATIONS,
  type Degradation,
  eyeDistance,
  type Portrait,
  TURN,
} from './degradations.ts';

type Scores = ReadonlyMap<QualityMeasureName, number>;

/** Scores of one portrait before and after. */
interface Change {
  readonly before: Scores;
  readonly after: Scores;
}

/** Portraits are reduced to this many pixels between the eyes, so that they can be compared. */
const EYE_DISTANCE = 110;
/** Smaller faces are left out. */
const LEAST_EYE_DISTANCE = 45;
/** Frames of a recording that are looked at. */
const FRAMES = 12;
/** Degrees by which a head has to be turned, and how frontal it has to be before. */
const TURNED = 20;
const FRONTAL = 12;
/** Points that an unrelated measure may change. */
const TOLERANCE = 10;

/** Runs the command with the arguments after its name; prints a table in Markdown. */
export async function evaluateDegradations(argv: readonly string[]): Promise<void> {
  const { photographs, recordings } = new Command('evaluate quality-degradations')
    .description('Spoils portraits in ways that measures name and prints how their scores change.')
    .option('--photographs <dir>', 'folder of portraits', '../shared/faces/photos')
    .option('--recordings <dir>', 'videos of turning heads', '../shared/liveness/videos/live')
    .parse([...argv], { from: 'user' })
    .opts<{ photographs: string; recordings: string }>();
  const { dataDir, modelsDir, maxPixels } = readConfig();
  const engine = await createFaceEngine({ dataDir, modelsDir, maxPixels, workers: 1 });
  try {
    const portraits = await readPortraits(engine, photographs);
    const rows: string[] = [];
    for (const degradation of DEGRADATIONS)
      rows.push(row(degradation, await changesOf(engine, portraits, degradation)));
    rows.push(row(TURN, await turns(engine, recordings)));
    const date = new Date().toISOString().slice(0, 10);
    process.stdout.write(
      [
        `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`,
        '',
        '| Degradation | Images | Measure that names it | Before → after | Most changed of the others |',
        '|---|---|---|---|---|',
        ...rows,
        '',
      ].join('\n'),
    );
  } finally {
    await engine.close();
  }
}

async function readPortraits(engine: FaceEngine, folder: string): Promise<Portrait[]> {
  const portraits: Portrait[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, name));
    const found = await engine.analyse(bytes).catch(() => undefined);
    const [face] = found?.faces ?? [];
    if (found?.subject === undefined || face === undefined || found.rotated !== 0) continue;
    if (eyeDistance(face) < LEAST_EYE_DISTANCE) continue;
    const scale = Math.min(1, EYE_DISTANCE / eyeDistance(face));
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .removeAlpha()
      .resize(Math.round(found.width * scale))
      .png()
      .toBuffer({ resolveWithObject: true });
    const reduced = (await engine.analyse(data)).faces[0];
    if (reduced === undefined) continue;
    portraits.push({ png: data, width: info.width, height: info.height, face: reduced });
  }
  return portraits;
}

async function scoresOf(engine: FaceEngine, image: Uint8Array): Promise<Scores> {
  const { measurements } = await engine.gradeQuality(image);
  return new Map(measurements.map(({ measure, scalarScore }) => [measure, scalarScore]));
}

async function changesOf(
  engine: FaceEngine,
  portraits: readonly Portrait[],
  { spoil }: Degradation,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const portrait of portraits) {
    const before = await scoresOf(engine, portrait.png);
    const after = await scoresOf(engine, await spoil(portrait));
    if (after.size > 0) changes.push({ before, after });
  }
  return changes;
}

/** The most frontal and the most turned frame of each recording in which a head turns. */
async function turns(engine: FaceEngine, folder: string): Promise<Change[]> {
  const changes: Change[] = [];
  const { signal } = new AbortController();
  for (const name of (await readdir(folder).catch((): string[] => [])).sort()) {
    const frames: { yaw: number; scores: Scores }[] = [];
    const video = await readFile(join(folder, name));
    for await (const { image } of sampleFrames(video, { count: FRAMES, signal })) {
      const { measurements } = await engine.gradeQuality(image);
      const yaw = measurements.find(({ measure }) => measure === 'HeadPoseYaw')?.rawValue;
      if (yaw === undefined) continue;
      const scores = measurements.map(
        ({ measure, scalarScore }) => [measure, scalarScore] as const,
      );
      frames.push({ yaw: Math.abs(yaw), scores: new Map(scores) });
    }
    const sorted = frames.sort((p, q) => p.yaw - q.yaw);
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (first !== undefined && last !== undefined && first.yaw < FRONTAL && last.yaw > TURNED)
      changes.push({ before: first.scores, after: last.scores });
  }
  return changes;
}

function row({ name, measure, related }: Omit<Degradation, 'spoil'>, changes: readonly Change[]) {
  const named = medianChange(changes, measure);
  const others = (Object.keys(QUALITY_MEASURES) as QualityMeasureName[])
    .filter((other) => other !== measure && !related.includes(other))
    .map((other) => ({ other, change: medianChange(changes, other)?.change ?? 0 }))
    .sort((p, q) => Math.abs(q.change) - Math.abs(p.change));
  const [most] = others;
  const wrong = Math.abs(most!.change) > TOLERANCE ? ' ✗' : '';
  const cells = [
    name,
    String(changes.length),
    measure,
    named === undefined ? 'not computed' : `${named.before} → ${named.after}`,
    changes.length === 0 ? '–' : `${most!.other} ${signed(most!.change)}${wrong}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Medians over the portraits for which the measure was computed both times. */
function medianChange(changes: readonly Change[], measure: QualityMeasureName) {
  const both = changes.flatMap(({ before, after }) => {
    const [p, q] = [before.get(measure), after.get(measure)];
    return p === undefined || q === undefined ? [] : [[p, q] as const];
  });
  if (both.length === 0) return undefined;
  return {
    before: median(both.map(([p]) => p)),
    after: median(both.map(([, q]) => q)),
    change: median(both.map(([p, q]) => q - p)),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((p, q) => p - q);
  return sorted[sorted.length >> 1]!;
}

const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
