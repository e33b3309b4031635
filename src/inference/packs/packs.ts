/** Finds model packs: known packs, and packs that a user describes in a JSON file. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRegular } from '../../config/regular-file.ts';
import { findModel } from '../models/manifest.ts';
import type { ModelLocations } from '../models/model-cache.ts';
import { ModelError } from '../models/model-error.ts';
import { KNOWN_PACKS } from './known-packs.ts';
import type { LocatedPack } from './pack-files.ts';
import { parsePack } from './pack-schema.ts';

/** Of a description; those we know have 2 KB. */
const MOST_BYTES = 1_000_000;

/** `*.pack.json` in a directory, and `pack.json` in its sub-directories. */
async function descriptions(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const paths = await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name);
      if (entry.name.endsWith('.pack.json')) return [path];
      if (!entry.isDirectory()) return [];
      const inside = await readdir(path).catch((): string[] => []);
      return inside.includes('pack.json') ? [join(path, 'pack.json')] : [];
    }),
  );
  return paths.flat().sort();
}

/** The known packs, then those in PROSOPON_MODELS and `<dataDir>/packs`. Names are unique. */
export async function findPacks(locations: ModelLocations) {
  const packs: LocatedPack[] = KNOWN_PACKS.map((pack) => ({ pack, directory: undefined }));
  /** Unusable pack files, each as a line with file and reason. */
  const problems: string[] = [];
  const directories = [locations.modelsDir, join(locations.dataDir, 'packs')];
  for (const directory of directories) {
    if (directory === undefined) continue;
    for (const path of await descriptions(directory)) {
      try {
        const pack = parsePack((await readRegular(path, MOST_BYTES)).toString('utf8'), path);
        if (findModel(pack.name) || packs.some((other) => other.pack.name === pack.name))
          throw new ModelError(`${path}: the name ${pack.name} is taken`);
        packs.push({ pack, directory: dirname(path) });
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
  return { packs, problems };
}

/** The pack of that name. @throws ModelError with the faults of pack files that may define it */
export async function findPack(name: string, locations: ModelLocations): Promise<LocatedPack> {
  const { packs, problems } = await findPacks(locations);
  const found = packs.find(({ pack }) => pack.name === name);
  if (found !== undefined) return found;
  const names = packs.map(({ pack }) => pack.name).join(', ');
  const hint = problems.length > 0 ? `; unusable: ${problems.join('; ')}` : '';
  throw new ModelError(`${name}: no model or pack of that name; packs are ${names}${hint}`);
}
