/** The functions behind `models list`, `pull` and `check`. */

import { join } from 'node:path';
import { closing } from '../../async.ts';
import { type DownloadOptions, download } from '../packs/download.ts';
import { findPack, PACKS } from '../packs/known-packs.ts';
import type { Pack } from '../packs/pack.ts';
import { findFile, pullDirectory } from '../packs/pack-files.ts';
import { openSession } from '../session.ts';
import { findModel, type ImageInput, MODELS, type NetworkFacts } from './manifest.ts';
import type { ModelLocations } from './model-cache.ts';
import { ModelError } from './model-error.ts';
import { OWN_MODELS } from './own-models.ts';
import { isInstalled, prepareModel, readSource } from './prepare.ts';

export interface ModelListing {
  readonly name: string;
  /** `built-in`: from this or an npm package; `pack`: a file that `models pull` fetches. */
  readonly origin: 'built-in' | 'pack';
  readonly role: string;
  readonly installed: boolean;
  readonly description: string;
  readonly licence: string;
  readonly provenance: string;
  /** Known facts about it, and gaps. Empty if there is nothing to say. */
  readonly note: string;
  /** Files with the wrong content, which prevent its installation. Absent: none. */
  readonly damaged?: readonly string[];
}

const ROLES = { encoder: 'encode', detector: 'detect', pad: 'pad' } as const;

/** Of all models and packs, as `listModels` has them. */
export const MODEL_NAMES = [...MODELS, ...OWN_MODELS, ...PACKS].map(({ name }) => name);

/** All models and packs. */
export async function listModels(locations: ModelLocations): Promise<ModelListing[]> {
  const listed = (
    { name, role, licence, provenance }: NetworkFacts & { readonly role: string },
    description: string,
    installed: boolean,
  ): ModelListing => ({
    ...{ name, origin: 'built-in', role, installed },
    ...{ description, licence, provenance, note: '' },
  });
  const builtIn = MODELS.map(async (entry) => {
    const { package: from, files } = entry.source;
    return listed(entry, `${from}/${files[0]!.path}`, await isInstalled(entry));
  });
  const own = OWN_MODELS.map((entry) => listed(entry, `models/${entry.name}.onnx`, true));
  const packed = PACKS.map(async (pack): Promise<ModelListing> => {
    const { path, damaged } = await findFile(pack, locations);
    return {
      name: pack.name,
      origin: 'pack',
      role: ROLES[pack.kind],
      installed: path !== undefined,
      description: pack.description,
      licence: pack.licence,
      provenance: pack.provenance,
      note: damaged.length > 0 ? `damaged: ${damaged.join(', ')}` : (pack.note ?? ''),
      ...(path === undefined && damaged.length > 0 && { damaged }),
    };
  });
  return [...(await Promise.all(builtIn)), ...own, ...(await Promise.all(packed))];
}

/**
 * Downloads the file of a pack into `<dataDir>/packs/<name>` if it is missing or damaged, then
 * converts and runs it once.
 * @returns the pack, and whether anything was downloaded
 * @throws ModelError in one line: unknown pack, or the error of `download`
 */
export async function pullPack(
  name: string,
  locations: ModelLocations,
  options: DownloadOptions = {},
): Promise<{ pack: Pack; downloaded: boolean }> {
  const pack = findPack(name);
  const { path } = await findFile(pack, locations);
  if (path === undefined)
    await download(pack.file, join(pullDirectory(name, locations), pack.file.name), options);
  const checked = await checkModel(name, locations);
  if (!checked.ok) throw new ModelError(`${name}: ${checked.detail}`);
  return { pack, downloaded: path === undefined };
}

export interface ModelCheck {
  readonly name: string;
  readonly ok: boolean;
  /** `ok`, `not installed`, or the fault in one line. */
  readonly detail: string;
}

const inputOf = (name: string): ImageInput =>
  ([...MODELS, ...OWN_MODELS].find((model) => model.name === name) ?? findPack(name)).input;

/**
 * Verifies the files of a model, converts it if needed, and runs it on a grey image. What a verified
 * file makes of faces is frozen.
 */
export async function checkModel(name: string, locations: ModelLocations): Promise<ModelCheck> {
  try {
    const input = inputOf(name);
    const builtIn = findModel(name);
    if (builtIn !== undefined) await readSource(builtIn.source);
    await using session = closing(await openSession(await prepareModel(name, locations)));
    const data = new Float32Array(3 * input.width * input.height);
    const plane = input.width * input.height;
    const scales = [input.scale, input.scale, input.scale].flat();
    data.forEach((_, index) => {
      const channel = Math.floor(index / plane);
      data[index] = (128 - input.mean[channel]!) * scales[channel]!;
    });
    const dims = [1, 3, input.height, input.width];
    for (const [output, result] of Object.entries(await session.run({ input: { data, dims } })))
      if (!result.data.every(Number.isFinite)) throw new ModelError(`${output} is not finite`);
    return { name, ok: true, detail: 'ok' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, ok: false, detail: message.replace(/\s+/g, ' ').trim().slice(0, 400) };
  }
}

/** Checks all models. Missing built-in models and damaged packs fail; missing packs do not. */
export async function checkModels(locations: ModelLocations): Promise<ModelCheck[]> {
  const checks: ModelCheck[] = [];
  for (const { name, installed, damaged } of await listModels(locations)) {
    const required = MODELS.some((entry) => entry.name === name);
    if (installed || required || damaged !== undefined)
      checks.push(await checkModel(name, locations));
  }
  return checks;
}
