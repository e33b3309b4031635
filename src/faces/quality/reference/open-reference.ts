/** The models of the reference that are installed, opened in a worker. */
import { type ModelFile, readModel } from '../../../inference/model-file.ts';
import type { QualityRole } from '../../../inference/quality-packs.ts';
import { openSession, type Session } from '../../../inference/session.ts';
import { decodeTrees, type TreeEnsemble } from '../../../inference/tree-ensemble.ts';
import type { Estimators } from '../measures.ts';
import { sharpnessBy } from '../sharpness.ts';
import type { ReferenceFiles } from './find-reference.ts';
import { compressionBy, expressionBy, unifiedScoreBy } from './scores.ts';

const NETWORKS = [
  'detector',
  'landmarks',
  'pose',
  'occlusion',
  'parsing',
  'unified',
  'expression-b0',
  'expression-b2',
  'compression',
] as const satisfies readonly QualityRole[];
const TREES = ['expression-trees', 'sharpness'] as const satisfies readonly QualityRole[];

/** Networks of the reference by what they are for; any may be missing. */
export type ReferenceNetworks = {
  readonly [R in 'detector' | 'landmarks' | 'pose' | 'occlusion' | 'parsing']?: Session;
};

export interface Reference {
  readonly networks: ReferenceNetworks;
  /** Of measures that the reference takes from networks of their own. */
  readonly estimators: Estimators;
}

/** Opens the models it is given, each once; one that cannot be opened is left out. */
export function createReferenceOpener(): (files: ReferenceFiles) => Promise<Reference> {
  const sessions: Partial<Record<QualityRole, Session>> = {};
  const trees: Partial<Record<QualityRole, TreeEnsemble>> = {};
  return async (files) => {
    for (const role of NETWORKS) {
      const network = sessions[role] ?? (await open(files[role], openSession));
      if (network !== undefined) sessions[role] = network;
    }
    for (const role of TREES) {
      const ensemble = trees[role] ?? (await open(files[role], readTrees));
      if (ensemble !== undefined) trees[role] = ensemble;
    }
    return { networks: { ...sessions }, estimators: estimatorsOf(sessions, trees) };
  };
}

async function open<T>(
  file: ModelFile | undefined,
  load: (file: ModelFile) => Promise<T>,
): Promise<T | undefined> {
  return file === undefined ? undefined : load(file).catch(() => undefined);
}

const readTrees = async (file: ModelFile): Promise<TreeEnsemble> =>
  decodeTrees(await readModel(file));

function estimatorsOf(
  sessions: Partial<Record<QualityRole, Session>>,
  trees: Partial<Record<QualityRole, TreeEnsemble>>,
): Estimators {
  const { unified, compression, 'expression-b0': b0, 'expression-b2': b2 } = sessions;
  const { sharpness, 'expression-trees': expression } = trees;
  return {
    ...(unified && { UnifiedQualityScore: unifiedScoreBy(unified) }),
    ...(compression && { CompressionArtifacts: compressionBy(compression) }),
    ...(sharpness && { Sharpness: sharpnessBy(sharpness) }),
    ...(b0 && b2 && expression && { ExpressionNeutrality: expressionBy(b0, b2, expression) }),
  };
}
