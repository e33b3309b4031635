/** `prosopon evaluate --fido`: fills in a laboratory's forms from your own recordings. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../../src/cli/environment.ts';
import { modelLocations } from '../../src/cli/models/model-locations.ts';
import { table, toJson } from '../../src/cli/output.ts';
import { appendCrowding } from '../../src/faces/encoding/cohort.ts';
import { findEncoder } from '../../src/faces/encoding/encoders.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';
import { compareEverybody } from '../compare.ts';
import { type Enrolment, summariseEnrolment } from '../enrolment.ts';
import { percent, rate } from '../figures.ts';
import { describeMachine, readCommit } from '../machine.ts';
import { operatingPoints } from '../operating-points.ts';
import { readPhotographs } from '../photographs.ts';
import {
  type BonaFideRates,
  type BoundedRate,
  bonaFideRates,
  type SpeciesRates,
  speciesRates,
  type VerificationRates,
  verificationRates,
} from './rates.ts';
import { LIVE, presentRecordings } from './recordings.ts';

interface Options {
  readonly dataset: string;
  readonly recordings?: string;
  readonly exclude?: string;
  readonly fmr: string;
  readonly out: string;
  readonly json?: boolean;
}

const parse = (argv: readonly string[]) =>
  new Command('evaluate --fido')
    .exitOverride()
    .description('FRR at FAR, and IAPAR by species of attack, as a self-assessment states them.')
    .requiredOption('--dataset <dir>', 'one sub-folder of face images per person')
    .option('--recordings <dir>', `images and videos: ${LIVE}/PERSON/…, and SPECIES/PERSON/…`)
    .option('--exclude <file>', 'JSON list of label errors to leave out, with reasons')
    .option('--fmr <rate>', 'false-match rate of the threshold for recordings', '0.0001')
    .option('--out <dir>', 'folder of result and feature vectors', 'evaluation/out')
    .option('--json', 'print JSON instead of tables')
    .parse(argv, { from: 'user' })
    .opts<Options>();

interface SelfAssessment {
  readonly date: string;
  readonly commit: string | undefined;
  readonly machine: string;
  readonly encoder: string;
  readonly people: number;
  readonly enrolment: Enrolment;
  readonly verification: readonly VerificationRates[];
  readonly bonaFide: BonaFideRates | undefined;
  readonly attacks: readonly SpeciesRates[];
}

/** @throws Error no data, or the networks are not installed */
export async function evaluateFido(argv: readonly string[]): Promise<void> {
  const options = parse(argv);
  const result = await assess(options);
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'fido.json'), `${toJson(result)}\n`);
  process.stdout.write(options.json ? `${toJson(result)}\n` : `${describe(result)}\n`);
}

async function assess(options: Options): Promise<SelfAssessment> {
  const config = readConfig();
  const { workers, maxPixels } = config;
  const places = await modelLocations(config);
  const { definition, calibration, cohort } = await findEncoder(undefined, places);
  const settings = { ...places, workers, maxPixels };
  const note = (message: string) => void process.stderr.write(`${message}\n`);

  const bare = await createFaceEngine({ ...settings, bare: true });
  const photographs = await readPhotographs(options, bare, note).finally(() => bare.close());
  const finish = (features: Float32Array) => appendCrowding(features, cohort);
  const { comparisons, allGenuine } = await compareEverybody(photographs, finish);
  const { genuine, impostorScores } = comparisons;
  const { calibrated } = operatingPoints(comparisons, calibration, allGenuine);

  const { names, features } = photographs;
  const references = new Map(names.map((name, k) => [name, [finish(features[k]!)]]));
  const { recordings } = options;
  const presented = new Map(
    recordings === undefined
      ? []
      : await present(settings, recordings, references, Number(options.fmr)),
  );
  const live = presented.get(LIVE);
  presented.delete(LIVE);
  return {
    date: new Date().toISOString(),
    commit: await readCommit(),
    machine: describeMachine(),
    encoder: definition.name,
    people: photographs.people,
    enrolment: summariseEnrolment(photographs.embedded),
    verification: verificationRates(calibrated, photographs.people, impostorScores.length, {
      made: genuine.scores.length,
      all: allGenuine,
    }),
    bonaFide: live && bonaFideRates(live),
    attacks: [...presented].map(([species, each]) => speciesRates(species, each)),
  };
}

async function present(
  settings: Parameters<typeof createFaceEngine>[0],
  ...what: [folder: string, references: ReadonlyMap<string, readonly Float32Array[]>, fmr: number]
) {
  const engine = await createFaceEngine(settings);
  return presentRecordings(engine, ...what).finally(() => engine.close());
}

const cells = ({ errors, trials, rate: value, upper }: BoundedRate) => [
  `${errors} of ${trials}`,
  rate(value),
  rate(upper),
];

function describe(result: SelfAssessment): string {
  const { encoder, date, commit, machine, people, enrolment, bonaFide, attacks } = result;
  const parts = [
    `${encoder} · ${date.slice(0, 10)} · commit ${commit ?? '–'} · ${machine}`,
    `${people} people, ${enrolment.images} images; failure to acquire ${percent(1 - enrolment.encoded / enrolment.images)}`,
    table(
      ['FAR STATED', 'FALSE ACCEPTS', 'FAR', 'UPPER', 'FALSE REJECTS', 'FRR', 'UPPER'],
      result.verification.map(({ nominal, falseAccepts, falseRejects }) => [
        rate(nominal),
        ...cells(falseAccepts),
        ...cells(falseRejects),
      ]),
    ),
  ];
  if (bonaFide !== undefined)
    parts.push(
      table(
        ['LIVE', 'PEOPLE', 'ERRORS', 'RATE', 'UPPER'],
        [
          ['BPCER', `${bonaFide.people}`, ...cells(bonaFide.bpcer)],
          ['FRR, liveness included', `${bonaFide.people}`, ...cells(bonaFide.falseRejects)],
          ['no decision', `${bonaFide.people}`, '', percent(bonaFide.nonResponse), ''],
        ],
      ),
    );
  if (attacks.length > 0)
    parts.push(
      table(
        [
          'SPECIES',
          'PEOPLE',
          'ACCEPTED',
          'IAPAR',
          'UPPER',
          'CALLED LIVE',
          'APCER',
          'UPPER',
          'NO DECISION',
        ],
        attacks.map(({ species, people: attacked, iapar, apcer, nonResponse }) => [
          species,
          `${attacked}`,
          ...cells(iapar),
          ...cells(apcer),
          percent(nonResponse),
        ]),
      ),
      `Worst species: IAPAR ${rate(Math.max(...attacks.map(({ iapar }) => iapar.rate)))}`,
    );
  parts.push(
    'UPPER: 95 % bound; without an error 3 ÷ people (rule of 3), for FAR 3 ÷ pairs that share nobody.',
  );
  return parts.join('\n\n');
}
