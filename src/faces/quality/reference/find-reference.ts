/** Finds the models of the reference that are installed: now, or once they are. */
import { type ModelFile, type ModelPlaces, prepareModel } from '../../../inference/prepare.ts';
import { QUALITY, QUALITY_ROLES, type QualityRole } from '../../../inference/quality-packs.ts';

/** Verified files of models by what they are for; any may be missing. */
export type ReferenceFiles = { readonly [R in QualityRole]?: ModelFile };

/** Milliseconds after which missing models are looked for again. */
const LOOK_AGAIN = 10_000;

/**
 * Answers with what is installed; models that are added later are found within seconds, so that no
 * restart is needed. One that is damaged counts as missing: the method of the measures tells what was
 * used, and `models check` what is wrong.
 */
export function createReferenceFinder(places: ModelPlaces): () => Promise<ReferenceFiles> {
  const files: { [R in QualityRole]?: ModelFile } = {};
  let found: Promise<ReferenceFiles> | undefined;
  let looked = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<ReferenceFiles> => {
    for (const role of QUALITY_ROLES) {
      const known = files[role];
      const file =
        known ?? (await prepareModel(`${QUALITY}-${role}`, places).catch(() => undefined));
      if (file !== undefined) files[role] = file;
    }
    return { ...files };
  };

  return () => {
    if (performance.now() - looked > LOOK_AGAIN) {
      looked = performance.now();
      found = look();
    }
    return found!;
  };
}
