/** Finds the networks of passive liveness: the pack that is not shipped, or else our own. */
import { lazily } from '../../async.ts';
import { ModelError } from '../../inference/model-error.ts';
import { PAD_PACKS } from '../../inference/pad-packs.ts';
import { type ModelPlaces, prepareModel } from '../../inference/prepare.ts';
import type { PadFile } from './passive-checks.ts';
import { RECAPTURE } from './recapture.ts';

/** Told to operators while the pack is missing. */
export const PAD_MISSING =
  'Liveness is judged by the small network of this package: for the better ones run ' +
  '"bin/prosopon models pull pad".';

/** Looks for the pack anew at every call until it is found, so that no restart is needed. */
export function createPadFinder(places: ModelPlaces) {
  const findPack = lazily(() => preparePack(places));
  const findOwn = lazily(() => prepareOwn(places));
  return {
    /** @throws ModelError the network of this package is damaged */
    find: (): Promise<readonly PadFile[]> =>
      findPack().catch((error: unknown) => {
        if (error instanceof ModelError) return findOwn();
        throw error;
      }),
    /** One line when the pack is missing, else none. */
    missing: () =>
      findPack().then(
        () => [],
        () => [PAD_MISSING],
      ),
  };
}

async function preparePack(places: ModelPlaces): Promise<readonly PadFile[]> {
  const files: PadFile[] = [];
  for (const pack of PAD_PACKS) files.push({ pack, file: await prepareModel(pack.name, places) });
  return files;
}

async function prepareOwn(places: ModelPlaces): Promise<readonly PadFile[]> {
  return [{ pack: RECAPTURE, file: await prepareModel(RECAPTURE.name, places) }];
}
