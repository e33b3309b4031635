/** Prepares a model: finds and verifies its files, converts them to ONNX, and caches the result. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildDlibResnet } from '../convert/dlib-resnet.ts';
import { readEspdl } from '../convert/espdl-model.ts';
import { convertEspdl } from '../convert/espdl-to-onnx.ts';
import { buildMiniFasNet } from '../convert/minifasnet.ts';
import { replacePRelu } from '../convert/replace-prelu.ts';
import { readGraph, type TfjsModel } from '../convert/tfjs-graph.ts';
import { convertGraph } from '../convert/tfjs-to-onnx.ts';
import { readStateDict } from '../convert/torch-state-dict.ts';
import { readWeights, type WeightSpec } from '../convert/weights.ts';
import { findPack } from '../packs/known-packs.ts';
import { findFile } from '../packs/pack-files.ts';
import { findModel, type ModelEntry, type NpmSource } from './manifest.ts';
import { cached, type ModelLocations } from './model-cache.ts';
import { ModelAbsent, ModelError } from './model-error.ts';
import { type ModelFile, readModel, sha256 } from './model-file.ts';
import { findOwnModel } from './own-models.ts';

export type { ModelLocations } from './model-cache.ts';
export type { ModelFile } from './model-file.ts';

const paths = createRequire(import.meta.url).resolve.paths('x') ?? [];

/** Reads a file of an installed package, even if its export map hides it. */
async function readPackageFile(packageName: string, path: string): Promise<Buffer> {
  for (const directory of paths) {
    const bytes = await readFile(join(directory, packageName, path)).catch(() => undefined);
    if (bytes !== undefined) return bytes;
  }
  throw new ModelError(`${packageName}/${path}: not installed (npm install ${packageName})`);
}

/** The files of an npm package that make a model. @throws ModelError missing, or changed */
export async function readSource(source: NpmSource): Promise<Buffer[]> {
  return Promise.all(
    source.files.map(async (file) => {
      const bytes = await readPackageFile(source.package, file.path);
      const actual = sha256(bytes);
      if (actual !== file.sha256)
        throw new ModelError(
          `${source.package}/${file.path}: SHA-256 is ${actual}, expected ${file.sha256}`,
        );
      return bytes;
    }),
  );
}

function convert(entry: ModelEntry, files: readonly Buffer[]): Uint8Array {
  const [json, ...weights] = files;
  const text = json!.toString('utf8');
  const bytes = Buffer.concat(weights);
  if (entry.source.format === 'face-api-weights') {
    const groups = JSON.parse(text) as { weights: WeightSpec[] }[];
    const specs = groups.flatMap((group) => group.weights);
    return buildDlibResnet(readWeights(specs, bytes));
  }
  const outputs = entry.outputs.map((output) => output.name);
  const graph = readGraph(JSON.parse(text) as TfjsModel, bytes, outputs);
  return convertGraph(graph, outputs, entry.name);
}

/** Whether the npm package of a model is installed. Required packages always are. */
export async function isInstalled(entry: ModelEntry): Promise<boolean> {
  const file = entry.source.files[0]!;
  return readPackageFile(entry.source.package, file.path).then(
    () => true,
    () => false,
  );
}

/** A pack's network as ONNX, converted if needed. Liveness networks are also made faster. */
async function preparePack(name: string, locations: ModelLocations): Promise<ModelFile> {
  const pack = findPack(name);
  const { format, file } = pack;
  const { path, damaged } = await findFile(pack, locations);
  if (path === undefined) {
    const remedy = `(prosopon models pull ${name})`;
    if (damaged.length === 0) throw new ModelAbsent(`${name}: not installed ${remedy}`);
    throw new ModelError(`${name}: damaged: ${damaged.join(', ')} ${remedy}`);
  }
  const read = () => readModel({ path, sha256: file.sha256 });
  if (format === 'torch-minifasnet')
    return cached(locations, ['pad', 'minifasnet', file.sha256], async () =>
      replacePRelu(buildMiniFasNet(readStateDict(await read()))),
    );
  if (pack.kind === 'pad')
    return cached(locations, ['pad', file.sha256], async () => replacePRelu(await read()));
  if (format === 'onnx' || pack.kind === 'detector') return { path, sha256: file.sha256 };
  const { output, dimension } = pack.encoder;
  const { width } = pack.input;
  return cached(locations, ['espdl', file.sha256, output, `${width}`, `${dimension}`], async () =>
    convertEspdl(readEspdl(await read()), width, { name: output, dimension }),
  );
}

/**
 * A verified ONNX file of a built-in model, one of our own or a pack. Other formats are converted
 * on first use and cached in `<dataDir>/models`, named by the hash of source and converter version.
 * Only then are sources in npm packages read.
 * @throws ModelError the model is unknown or not installed, or its files have changed
 */
export async function prepareModel(name: string, locations: ModelLocations): Promise<ModelFile> {
  const entry = findModel(name);
  if (entry === undefined) return (await findOwnModel(name)) ?? preparePack(name, locations);
  const outputs = entry.outputs.map((output) => output.name);
  const source = [...entry.source.files.map((file) => file.sha256), ...outputs];
  return cached(locations, source, async () => convert(entry, await readSource(entry.source)));
}
