/** One photograph of each of several people that tries to log in as its owner, five times. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeAt } from '../../src/directions.ts';
import type { FaceEngine, LiveAnalysis } from '../../src/faces/analysis.ts';
import type { FrameAnalysis } from '../../src/faces/liveness/burst/burst-frame.ts';
import { decideLiveness, imageError } from '../../src/faces/liveness/decide.ts';
import { comparePair } from '../../src/faces/liveness/motion/pair.ts';
import { seededRandom } from '../motion/random.ts';
import { type Disguise, puppetOf } from './puppet.ts';

const BASE = {
  shape: 'turn',
  turn: 0.2,
  nod: 0.12,
  lighting: { light: 1, spots: 6, amplitude: 0.25 },
  room: 0.15,
  noise: 4,
} as const;
const NEAR = { ...BASE, turn: 0.13, onFolds: true } as const;

/** Disguises of the five attempts. */
const CAMPAIGNS: Readonly<Record<string, readonly Disguise[]>> = {
  'painted all over': [
    { ...BASE, grown: 0.3, grain: 0.06 },
    { ...BASE, grown: 0.3, grain: 0.1 },
    { ...BASE, grown: 0.4, grain: 0.16 },
    { ...BASE, grown: 0.2, grain: 0.04 },
    { ...BASE, grown: 0, grain: 0.1, noise: 14 },
  ],
  'painted on folds, which shift': [
    { ...NEAR, grown: 0.25, grain: 0.08, shifted: 0.04 },
    { ...NEAR, grown: 0.15, grain: 0.06, shifted: 0.05 },
    { ...BASE, onFolds: true, grown: 0.5, grain: 0.1 },
    { ...BASE, onFolds: true, grown: 0.35, grain: 0.07, shifted: 0.02 },
    { ...NEAR, grown: 0.35, grain: 0.1, shifted: 0.02 },
  ],
};

/**
 * Campaigns with at least one accepted attempt, attempts, and why the others were refused.
 * @param from number of the first person
 */
export async function campaignRows(
  engine: FaceEngine,
  portraits: string,
  { from, people }: { readonly from: number; readonly people: number },
): Promise<string[][]> {
  const files = (await readdir(portraits)).filter((file) => file.endsWith('_neutral.jpg')).sort();
  const rows: string[][] = [];
  for (const [name, disguises] of Object.entries(CAMPAIGNS)) {
    const random = seededRandom(from);
    const outcomes: string[][] = [];
    for (const file of files.slice(from, from + people)) {
      const photograph = await readFile(join(portraits, file));
      const campaign: string[] = [];
      for (const disguise of disguises) {
        campaign.push(await attempt(engine, photograph, disguise, random));
        process.stderr.write(`${name} ${file} ${campaign.at(-1)}\n`);
        if (campaign.at(-1) === PASSED) break;
      }
      outcomes.push(campaign);
    }
    const all = outcomes.flat();
    const count = (outcome: string) => String(all.filter((each) => each === outcome).length);
    const won = outcomes.filter((campaign) => campaign.includes(PASSED)).length;
    const refused = [...new Set(all)].filter((each) => each !== PASSED).sort();
    const why = refused.map((each) => `${count(each)} ${each}`).join(', ');
    rows.push([name, `${won} of ${outcomes.length}`, `${count(PASSED)} of ${all.length}`, why]);
  }
  return rows;
}

const PASSED = 'passed';

/**
 * Why the attempt is refused. Its frames are taken to follow the point, which they do. A login
 * compares the first image alone, which is the photograph.
 */
async function attempt(
  engine: FaceEngine,
  photograph: Uint8Array,
  disguise: Disguise,
  random: () => number,
): Promise<string> {
  const puppet = await puppetOf(engine, photograph, disguise, Math.floor(random() * 1e9));
  if (puppet === undefined) return 'no face';
  const side = random() < 0.5 ? 'left' : 'right';
  const [other, above] =
    side === 'left' ? (['right', 'up-right'] as const) : (['left', 'up-left'] as const);
  const analyses: LiveAnalysis[] = [];
  for (const head of [{ right: 0, up: 0 }, placeAt(side)]) {
    const image = await puppet(head, 'image');
    const analysis = await engine.analyseLiveness(image, { identity: true });
    const error = imageError(analysis);
    if (error !== undefined) return error.message;
    analyses.push(analysis);
  }
  const turned: FrameAnalysis[] = [];
  for (const place of [side, random() < 0.5 ? other : above] as const)
    turned.push(await engine.analyseFrame(await puppet(placeAt(place), 'frame'), { detail: true }));
  const [first, second] = analyses as [LiveAnalysis, LiveAnalysis];
  const named = analyses.map((analysis, i) => ({ field: `images[${i}]`, analysis }));
  const pair = comparePair(first, second, [side], false, turned);
  return decideLiveness(named, pair).errors[0]?.message ?? PASSED;
}
