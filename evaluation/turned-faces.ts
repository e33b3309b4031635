/** `npm run evaluate -- turned-faces`: how much less alike genuine faces are by their turn. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readConfig } from '../src/cli/environment.ts';
import { modelPlaces } from '../src/cli/models/model-places.ts';
import { table } from '../src/cli/output.ts';
import { angleOf } from '../src/faces/calibration/turned-faces.ts';
import { createFaceEngine } from '../src/faces/engine.ts';
import { readDataset } from './dataset.ts';
import { embedDataset } from './embed.ts';
import { percent } from './figures.ts';
import { describeMachine, readCommit } from './machine.ts';

const FILE = fileURLToPath(new URL('../src/faces/calibration/turned-faces.json', import.meta.url));
/** Upper ends of the bins in degrees; a template's sample is of the first. */
const BINS = [10, 20, 30, 40, 50] as const;
const RATES = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1] as const;
/** How much more often than frontal ones turned faces may be refused. */
const MOST_LOST = 0.001;

interface Options {
  readonly dataset: string;
  readonly cache: string;
  readonly encoder?: string;
  readonly write?: boolean;
}

/** Prints the share of refused faces by turn and rate, and the rate that refuses as few as frontal. */
export async function evaluateTurnedFaces(argv: readonly string[]): Promise<void> {
  const { dataset, cache, encoder, write } = new Command('evaluate turned-faces')
    .exitOverride()
    .description('Compares turned faces with frontal ones of the same people.')
    .option('--dataset <dir>', 'one folder a person', '../shared/faces/lfw-dev')
    .option('--cache <dir>', 'analyses of earlier runs', 'evaluation/.cache/turned-faces')
    .option('--encoder <name>', 'default: that of the service')
    .option('--write', 'write the rates of images to src/faces/calibration/turned-faces.json')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const config = readConfig();
  const places = await modelPlaces(config);
  const engine = await createFaceEngine({
    ...{ ...config, ...places },
    ...(encoder !== undefined && { encoder }),
  });
  try {
    const note = (text: string) => void process.stderr.write(`${text}\n`);
    const options = { cacheFolder: cache, fresh: false, note };
    const { images, encoded } = await embedDataset(engine, await readDataset(dataset), options);
    const faces = images.flatMap(({ person }, i) => {
      const { features, faces: [face] = [] } = encoded[i]!;
      return features && face ? [{ person, features, angle: angleOf(face.pose) }] : [];
    });
    const scores: number[][] = BINS.map(() => []);
    for (const own of Map.groupBy(faces, ({ person }) => person).values())
      for (const template of own.filter(({ angle }) => angle <= BINS[0]))
        for (const probe of own) {
          const bin = BINS.findIndex((upTo) => probe.angle <= upTo);
          if (probe !== template && bin >= 0)
            scores[bin]!.push(engine.compare(probe.features, template.features));
        }
    const refused = (list: readonly number[], rate: number) =>
      list.filter((score) => score < engine.threshold(rate)).length / list.length;
    const most = refused(scores[0]!, RATES[0]) + MOST_LOST;
    const rates = BINS.map(
      (upTo, i) => [upTo, RATES.find((rate) => refused(scores[i]!, rate) <= most) ?? 0.1] as const,
    );
    const rows = BINS.map((upTo, i) => [
      `≤ ${upTo}°`,
      `${scores[i]!.length}`,
      ...RATES.map((rate) => percent(refused(scores[i]!, rate))),
      `${rates[i]![1]}`,
    ]);
    const heading = ['TURN', 'PAIRS', ...RATES.map((rate) => `AT ${rate}`), 'RATE'];
    const date = new Date().toISOString().slice(0, 10);
    process.stdout.write(
      `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}, ${engine.encoder.name}\n` +
        `${table(heading, rows)}\n`,
    );
    if (write) await writeRates(engine.encoder.name, date, rates);
  } finally {
    await engine.close();
  }
}

async function writeRates(
  encoder: string,
  date: string,
  images: readonly (readonly [number, number])[],
): Promise<void> {
  const measured = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, object>;
  measured[encoder] = { ...(measured[encoder] ?? measured.others), date, images };
  await writeFile(FILE, `${JSON.stringify(measured, null, 2)}\n`);
}
