/** Finds the networks of passive liveness: the optional pack, or else our own network. */
import { lazily } from '../../async.ts';
import { Unavailable } from '../../errors.ts';
import { ModelAbsent, ModelError } from '../../inference/models/model-error.ts';
import { type ModelLocations, prepareModel } from '../../inference/models/prepare.ts';
import { PAD_PACKS } from '../../inference/packs/pad-packs.ts';
import type { PadFile } from './passive-checks.ts';
import { RECAPTURE } from './recapture.ts';

/** Message for operators while the pack is missing. */
export const PAD_MISSING =
  'Liveness is judged by the small network of this package: for the better ones run ' +
  '"prosopon models pull pad".';

/** Message for everybody while files of the pack are damaged. "models list" says which ones. */
export const PAD_DAMAGED =
  'Liveness is not judged, because files of its networks are damaged: run ' +
  '"prosopon models pull pad".';

/** Looks for the pack at every call until found. Our own network only replaces a missing pack. */
export function createPadFinder(locations: ModelLocations) {
  const findPack = lazily(() => preparePack(locations));
  const findOwn = lazily(() => prepareOwn(locations));
  return {
    /** @throws Unavailable files of the pack are damaged; ModelError files of this package are */
    find: (): Promise<readonly PadFile[]> =>
      findPack().catch((error: unknown) => {
        if (error instanceof ModelAbsent) return findOwn();
        throw error instanceof ModelError ? new Unavailable(PAD_DAMAGED, RETRY_AFTER) : error;
      }),
    /** One line if the pack is missing or damaged, otherwise none. */
    missing: () =>
      findPack().then(
        () => [],
        (error: unknown) => [error instanceof ModelAbsent ? PAD_MISSING : PAD_DAMAGED],
      ),
  };
}

/** Seconds to wait, because an operator has to replace the files. */
const RETRY_AFTER = 60;

/** @throws ModelError files of a pack are damaged; ModelAbsent files are missing */
async function preparePack(locations: ModelLocations): Promise<readonly PadFile[]> {
  const files: PadFile[] = [];
  let absent: ModelAbsent | undefined;
  for (const pack of PAD_PACKS)
    try {
      files.push({ pack, file: await prepareModel(pack.name, locations) });
    } catch (error) {
      if (!(error instanceof ModelAbsent)) throw error;
      absent = error;
    }
  if (absent !== undefined) throw absent;
  return files;
}

async function prepareOwn(locations: ModelLocations): Promise<readonly PadFile[]> {
  return [{ pack: RECAPTURE, file: await prepareModel(RECAPTURE.name, locations) }];
}
