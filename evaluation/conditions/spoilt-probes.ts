/** One photograph of each person as reference, another as probe: as it is and in every condition. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inLanes } from '../../src/async.ts';
import { InvalidImage } from '../../src/errors.ts';
import type { FaceEngine, FaceFacts } from '../../src/faces/analysis.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import type { Photographs } from '../photographs.ts';
import type { Portrait } from '../quality/portrait.ts';
import { comparePeople, type ProbeAndReference } from './compare-people.ts';
import { CONDITIONS, type Condition } from './conditions.ts';
import type { ConditionComparisons } from './error-rates.ts';

export interface ConditionOutcome {
  readonly condition: Condition;
  readonly comparisons: ConditionComparisons;
  /** Probes that gave no feature vector: no face, several, or one that is cut off. */
  readonly refused: number;
}

interface Person {
  readonly name: string;
  readonly reference: Float32Array;
  readonly probe: Portrait;
}

/**
 * @param most people, evenly chosen among those with two photographs
 * @param least impostor scores below it are counted, not kept
 */
export async function spoilProbes(
  engine: FaceEngine,
  photographs: Photographs,
  most: number,
  least: number,
  progress: (done: number, all: number) => void,
): Promise<{ readonly people: number; readonly outcomes: ConditionOutcome[] }> {
  const people = await choosePeople(photographs, most);
  const related = (p: number, q: number) => photographs.ignored(people[p]!.name, people[q]!.name);
  const outcomes: ConditionOutcome[] = [];
  let done = 0;
  for (const condition of CONDITIONS) {
    const pairs: ProbeAndReference[] = await inLanes(
      2 * engine.status().workers,
      people,
      async ({ reference, probe }, person) => {
        const encoded = await encode(engine, await condition.spoil(probe));
        progress(++done, people.length * CONDITIONS.length);
        return { person, reference, probe: encoded };
      },
    );
    outcomes.push({
      condition,
      comparisons: comparePeople(engine, pairs, least, related),
      refused: pairs.filter(({ probe }) => probe === undefined).length,
    });
  }
  return { people: people.length, outcomes };
}

async function encode(engine: FaceEngine, image: Buffer): Promise<Float32Array | undefined> {
  try {
    return (await engine.analyse(image)).subject?.features;
  } catch (error) {
    if (error instanceof InvalidImage) return undefined;
    throw error;
  }
}

async function choosePeople({ embedded, features, images }: Photographs, most: number) {
  const facesOf = new Map(embedded.images.map(({ path }, k) => [path, embedded.encoded[k]!]));
  const chosen: Person[] = [];
  for (const [k, { person: name, path }] of images.entries()) {
    const first = images[k - 1];
    const isSecond = first?.person === name && images[k - 2]?.person !== name;
    const found = facesOf.get(path);
    if (!isSecond || found === undefined || found.rotated !== 0) continue;
    const probe = await readPortrait(join(embedded.root, path), found.faces[0]!);
    chosen.push({ name, reference: features[k - 1]!, probe });
  }
  const count = Math.min(most, chosen.length);
  return Array.from({ length: count }, (_, i) => chosen[Math.floor((i * chosen.length) / count)]!);
}

async function readPortrait(path: string, face: FaceFacts): Promise<Portrait> {
  const { data, info } = await sharp(await readFile(path))
    .autoOrient()
    .removeAlpha()
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height, face };
}
