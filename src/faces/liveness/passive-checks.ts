/** The checks of a single live image, loaded: networks of passive liveness, obvious fakes. */
import type { PadPack } from '../../inference/pack-schema.ts';
import { openSession } from '../../inference/session.ts';
import type { PassiveChecks } from './analyse-live-image.ts';
import { findObviousFakes } from './obvious-fakes/find.ts';
import { assessPassive, faceBox, type PadNetwork } from './passive.ts';

/** A network of the `pad` pack, and the path of its verified ONNX file. */
export interface PadFile {
  readonly pack: PadPack;
  readonly file: string;
}

export async function openPassiveChecks(files: readonly PadFile[]): Promise<PassiveChecks> {
  const networks: PadNetwork[] = [];
  for (const { pack, file } of files) networks.push({ pack, session: await openSession(file) });
  return {
    texture: ({ picture, face }, checkpoint) =>
      assessPassive(networks, picture, faceBox(face.mesh.points), checkpoint),
    async obviousFakes({ picture, face, scale }, checkpoint) {
      checkpoint();
      return findObviousFakes(picture, faceBox(face.mesh.points), scale);
    },
  };
}
