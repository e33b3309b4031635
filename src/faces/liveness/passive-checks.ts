/** The checks of a single live image, loaded: networks of passive liveness, obvious fakes. */
import type { PadPack } from '../../inference/pack-schema.ts';
import { openSession } from '../../inference/session.ts';
import type { PassiveChecks } from './analyse-live-image.ts';
import { type PadNetwork, padScore } from './passive.ts';

/** A network of the `pad` pack, and the path of its verified ONNX file. */
export interface PadFile {
  readonly pack: PadPack;
  readonly file: string;
}

export async function openPassiveChecks(files: readonly PadFile[]): Promise<PassiveChecks> {
  const networks: PadNetwork[] = [];
  for (const { pack, file } of files) networks.push({ pack, session: await openSession(file) });
  return {
    async texture({ picture, face }, checkpoint) {
      const scores: Record<string, number> = {};
      for (const network of networks) {
        checkpoint();
        scores[network.pack.name] = await padScore(network, picture, face.candidate.box);
      }
      const values = Object.values(scores);
      const score = values.reduce((sum, value) => sum + value, 0) / values.length;
      return { score, scores, live: score >= 0.5, decided: true };
    },
    obviousFakes: async () => [],
  };
}
