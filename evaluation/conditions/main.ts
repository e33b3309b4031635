/** `npm run evaluate -- conditions`: what size, blur, compression, light, covers, pose, quality and group do. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelPlaces } from '../../src/cli/models/model-places.ts';
import { table } from '../../src/cli/output.ts';
import { startProgress } from '../../src/cli/progress.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { readPhotographs } from '../photographs.ts';
import { pairsByDiscard } from './discard.ts';
import { compareGroups } from './groups.ts';
import { renderConditions } from './page.ts';
import { spoilProbes } from './spoilt-probes.ts';
import { type ConditionResults, tablesOfConditions } from './tables.ts';
import { pairsByYaw } from './turned-heads.ts';

interface Options {
  readonly dataset: string;
  readonly exclude?: string;
  readonly groups?: string;
  readonly encoder?: string;
  readonly probes: string;
  readonly out: string;
}

/** Nominal false-match rates whose thresholds are tested. */
const RATES = [1e-3, 1e-4] as const;

/** Runs the command with the arguments after its name; prints tables, writes a page with plots. */
export async function evaluateConditions(argv: readonly string[]): Promise<void> {
  const options = new Command('evaluate conditions')
    .exitOverride()
    .description(
      'Measures recognition in bad conditions, by turn of the head, quality score and group.',
    )
    .requiredOption('--dataset <dir>', 'folder with one sub-folder of photographs a person')
    .option('--exclude <file>', 'JSON list of label errors to leave out')
    .option('--groups <dir>', 'portraits with people.csv, as of the Face Research Lab London set')
    .option('--encoder <name>', 'encoder to measure (default: as the service chooses)')
    .option('--probes <count>', 'people whose probes are spoilt', '300')
    .option('--out <dir>', 'folder of page and feature vectors', 'evaluation/out/conditions')
    .parse([...argv], { from: 'user' })
    .opts<Options>();
  const config = readConfig();
  const { workers, maxPixels } = config;
  const { encoder, exclude, groups, out } = options;
  const engine = await createFaceEngine({
    ...(await modelPlaces(config)),
    workers,
    maxPixels,
    encoder,
  });
  try {
    const note = (message: string) => void process.stderr.write(`${message}\n`);
    const data = { dataset: options.dataset, out, ...(exclude !== undefined && { exclude }) };
    const photographs = await readPhotographs(data, engine, note);
    const points = RATES.map((fmr) => ({ fmr, threshold: engine.threshold(fmr, 1) }));
    const least = Math.min(...points.map(({ threshold }) => threshold));
    const progress = startProgress('Comparing', 'probes');
    const spoilt = await spoilProbes(
      engine,
      photographs,
      Number(options.probes),
      least,
      (done, all) => progress.update(done, all),
    );
    progress.stop();
    const results: ConditionResults = {
      encoder: engine.encoder.name,
      date: new Date().toISOString().slice(0, 10),
      points,
      ...spoilt,
      poses: pairsByYaw(engine, photographs),
      discard: pairsByDiscard(engine, photographs),
      groups: groups === undefined ? [] : await compareGroups(engine, groups, least),
    };
    const about = `${results.encoder} · ${results.date} · commit ${(await readCommit()) ?? '–'} · ${describeMachine()}`;
    const tables = tablesOfConditions(results);
    await mkdir(out, { recursive: true });
    const page = join(out, `${results.encoder}.html`);
    await writeFile(page, renderConditions(results, tables, about));
    const printed = tables.map(
      ({ title, heading, rows, remark }) =>
        `\n${title}\n\n${table(heading, rows)}\n${remark === undefined ? '' : `${remark}\n`}`,
    );
    process.stdout.write(`${about}\n${printed.join('')}`);
    note(`Page: ${page}`);
  } finally {
    await engine.close();
  }
}
