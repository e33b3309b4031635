/**
 * Writes what the networks answer into src/faces/frozen/frozen.json. Run it when a network, a
 * calibration or the preparation of images changes on purpose, and say so in the changelog.
 *
 *     node scripts/freeze-outputs.ts MODELS   a folder with the files of every pack, as PROSOPON_MODELS
 *
 * Run it twice: without the packs of liveness, then with them. Then: npx biome check --write src/faces/frozen
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFaceEngine } from '../src/faces/engine.ts';
import { keyOf } from '../src/faces/frozen/compare-outputs.ts';
import { livenessOf, measureOutputs, PARTS } from '../src/faces/frozen/outputs.ts';

const FILE = new URL('../src/faces/frozen/frozen.json', import.meta.url);
const [modelsDir] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-freeze-'));

const frozen: Record<string, readonly number[]> = JSON.parse(await readFile(FILE, 'utf8'));
for (const detector of ['blazeface', 'yunet'])
  for (const encoder of ['dlib-faceres', 'mbf', 'mobilefacenet']) {
    const options = { dataDir, modelsDir, workers: 1, maxPixels: 40_000_000, detector, encoder };
    const engine = await createFaceEngine(options);
    const networks = { detector, encoder, liveness: await livenessOf(engine) };
    const outputs = await measureOutputs(engine);
    for (const part of PARTS)
      frozen[keyOf(part, networks)] = outputs[part].map((value) => Number(value.toPrecision(7)));
    await engine.close();
  }

await writeFile(FILE, `${JSON.stringify(Object.fromEntries(Object.entries(frozen).sort()))}\n`);
