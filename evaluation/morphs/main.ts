/** `npm run evaluate -- morphs`: what a picture that resembles two people gains, and people lose. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelLocations } from '../../src/cli/models/model-locations.ts';
import { table } from '../../src/cli/output.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { compareFaces } from '../../src/operations/face/compare-with-class.ts';
import { chooseJoining } from '../../src/operations/face/join-class.ts';
import { changesOfPerson, type ShownFace } from '../../src/operations/liveness/one-person.ts';
import type { FeatureVector } from '../../src/templates/template.ts';
import { percent } from '../figures.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { morphOf, pngOf, type SeenFace, seeFace } from './morph.ts';

const WEIGHTS = [0.3, 0.4, 0.5, 0.6, 0.7] as const;
const RATE = 0.0001;

interface Options {
  readonly london: string;
  readonly pairs: string;
  readonly encoder?: string;
}

interface Person {
  readonly name: string;
  readonly neutral: ShownFace;
  /** Another photograph, with which the person is verified. */
  readonly smiling: ShownFace;
  readonly seen: SeenFace;
}

/** Prints, by weight, how often both people of a morph get in. */
export async function evaluateMorphs(argv: readonly string[]): Promise<void> {
  const { london, pairs, encoder } = new Command('evaluate morphs')
    .exitOverride()
    .description('Enrols and logs in with morphs of two people, as the service decides.')
    .option('--london <dir>', 'the Face Research Lab London Set', '../shared/faces/london')
    .option('--pairs <count>', 'pairs of people, those most alike', '100')
    .option('--encoder <name>', 'default: that of the service')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const config = readConfig();
  const places = await modelLocations(config);
  const engine = await createFaceEngine({
    ...{ ...config, ...places, workers: 1 },
    ...(encoder !== undefined && { encoder }),
  });
  try {
    const people = await readPeople(engine, london);
    const chosen = alikePairs(engine, people, Number(pairs));
    const rows: string[][] = [];
    for (const weight of WEIGHTS) rows.push(await rowOf(engine, chosen, weight));
    const about = `${new Date().toISOString().slice(0, 10)}, commit ${(await readCommit()) ?? '–'}`;
    process.stdout.write(
      `${about}, ${describeMachine()}, ${engine.encoder.name}\n` +
        `${people.length} people, ${chosen.length} pairs\n${table(HEADING, rows)}\n`,
    );
  } finally {
    await engine.close();
  }
}

const HEADING = [
  'WEIGHT',
  'MORPH VERIFIES AS BOTH',
  'ENROL [M, A, B]: BOTH VERIFY',
  'ENROL A, M, B: BOTH VERIFY',
  'ENROL M, A, B: BOTH VERIFY',
  'LOGIN: M FIRST, B THEN',
];

async function readPeople(engine: FaceEngine, folder: string): Promise<Person[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('_neutral.jpg')).sort();
  const people: Person[] = [];
  for (const name of names) {
    const photographs = [name, name.replace('neutral', 'smiling')];
    const bytes = await Promise.all(photographs.map((file) => readFile(join(folder, file))));
    const [neutral, smiling] = [await faceIn(engine, bytes[0]!), await faceIn(engine, bytes[1]!)];
    const seen = await seeFace(engine, bytes[0]!);
    if (neutral && smiling && seen) people.push({ name, neutral, smiling, seen });
  }
  return people;
}

async function faceIn(engine: FaceEngine, image: Uint8Array): Promise<ShownFace | undefined> {
  const { subject, faces } = await engine.analyse(image);
  return subject && { ...subject, pose: faces[0]?.pose, field: '', isFrame: false };
}

/** The pairs of people most alike, who are the easiest to mix. */
function alikePairs(engine: FaceEngine, people: readonly Person[], count: number) {
  return people
    .flatMap((a, i) => people.slice(i + 1).map((b) => ({ a, b, score: alike(engine, a, b) })))
    .toSorted((p, q) => q.score - p.score)
    .slice(0, count);
}

const alike = (engine: FaceEngine, a: Person, b: Person) =>
  engine.compare(a.neutral.features, b.neutral.features);

async function rowOf(
  engine: FaceEngine,
  pairs: ReturnType<typeof alikePairs>,
  weight: number,
): Promise<string[]> {
  const won = HEADING.slice(1).map(() => 0);
  let made = 0;
  for (const { a, b } of pairs) {
    const morph = await faceIn(engine, await pngOf(morphOf(b.seen, a.seen, weight)));
    if (morph === undefined) continue;
    made++;
    const standing = [vectorOf(a.smiling)];
    const outcomes = [
      verifies(engine, standing, morph) && verifies(engine, [vectorOf(b.smiling)], morph),
      bothVerify(engine, enrolled(engine, [[morph, a.neutral, b.neutral]]), a, b),
      bothVerify(engine, enrolled(engine, [[a.neutral], [morph], [b.neutral]]), a, b),
      bothVerify(engine, enrolled(engine, [[morph], [a.neutral], [b.neutral]]), a, b),
      logsIn(engine, standing, [morph, b.neutral]),
    ];
    for (const [i, outcome] of outcomes.entries()) won[i]! += Number(outcome);
  }
  return [`${weight}`, ...won.map((count) => `${count} of ${made} (${percent(count / made, 0)})`)];
}

/** The class after these calls. */
function enrolled(
  engine: FaceEngine,
  calls: readonly (readonly ShownFace[])[],
): readonly FeatureVector[] {
  const standing: FeatureVector[] = [];
  for (const call of calls)
    standing.push(...chooseJoining(engine, call, standing).joining.map(vectorOf));
  return standing;
}

const vectorOf = ({ features: values }: ShownFace): FeatureVector => ({
  ...{ id: '', values, enrolled: new Date(0) },
});

const verifies = (engine: FaceEngine, reference: readonly FeatureVector[], face: ShownFace) =>
  logsIn(engine, reference, [face]);

const logsIn = (
  engine: FaceEngine,
  reference: readonly FeatureVector[],
  faces: readonly ShownFace[],
): boolean =>
  reference.length > 0 &&
  changesOfPerson(engine, faces).length === 0 &&
  compareFaces(engine, faces, { features: reference }, RATE).accepted;

const bothVerify = (
  engine: FaceEngine,
  reference: readonly FeatureVector[],
  ...people: readonly Person[]
): boolean => people.every(({ smiling }) => verifies(engine, reference, smiling));
