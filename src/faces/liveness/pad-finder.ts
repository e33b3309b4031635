/** Finds the networks of passive liveness, which are not shipped: now, or once they are installed. */
import { lazily } from '../../async.ts';
import { Unavailable } from '../../errors.ts';
import { ModelError } from '../../inference/model-error.ts';
import { PAD_PACKS } from '../../inference/pad-packs.ts';
import { type ModelPlaces, prepareModel } from '../../inference/prepare.ts';
import type { PadFile } from './passive-checks.ts';

/** Told to callers while the networks are missing. */
export const PAD_MISSING =
  'Liveness needs models that are not installed: run "bin/prosopon models pull pad".';
/** Seconds after which somebody may have installed them. */
const RETRY_AFTER = 60;

/** Looks anew at every call until the networks are found, so that no restart is needed. */
export function createPadFinder(places: ModelPlaces) {
  const find = lazily(() => preparePad(places));
  return {
    /** @throws ModelError not installed or damaged */
    find,
    /** @throws Unavailable naming the command that installs them */
    async require() {
      try {
        return await find();
      } catch (error) {
        if (error instanceof ModelError) throw new Unavailable(PAD_MISSING, RETRY_AFTER);
        throw error;
      }
    },
    /** One line when they are missing, else none. */
    missing: () =>
      find().then(
        () => [],
        () => [PAD_MISSING],
      ),
  };
}

async function preparePad(places: ModelPlaces): Promise<readonly PadFile[]> {
  const files: PadFile[] = [];
  for (const pack of PAD_PACKS) files.push({ pack, file: await prepareModel(pack.name, places) });
  return files;
}
