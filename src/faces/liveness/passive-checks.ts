/** Loads the checks of a single live image: passive liveness, obvious fakes, identity. */
import type { ModelFile } from '../../inference/models/model-file.ts';
import type { Session } from '../../inference/session.ts';
import type { PassiveChecks } from './analyse-live-image.ts';
import { identityOf } from './identity.ts';
import { examineBorder } from './obvious-fakes/picture-border.ts';
import { examineGrid } from './obvious-fakes/pixel-grid.ts';
import { assessPassive, faceBox, type PadFacts, type PadNetwork } from './passive.ts';

/** A network of passive liveness, and its verified ONNX file. */
export interface PadFile {
  readonly pack: PadFacts;
  readonly file: ModelFile;
}

/** @param open opens a network, or reuses it @param openIdentity opens that of `identityOf` */
export async function openPassiveChecks(
  files: readonly PadFile[],
  open: (file: ModelFile) => Promise<Session>,
  openIdentity: () => Promise<Session>,
): Promise<PassiveChecks> {
  const networks: PadNetwork[] = [];
  for (const { pack, file } of files) networks.push({ pack, session: await open(file) });
  return {
    texture: ({ picture, face }, covered, checkpoint) =>
      assessPassive(networks, picture, faceBox(face.mesh.points), covered, checkpoint),
    async obviousFakes({ picture, face }, checkpoint) {
      checkpoint();
      const box = faceBox(face.mesh.points);
      return [examineBorder(picture, box), examineGrid(picture, box)];
    },
    async identity({ picture, face }, checkpoint) {
      checkpoint();
      return identityOf(await openIdentity(), picture, face.mesh.points);
    },
  };
}
