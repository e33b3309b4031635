/** The models of the reference that are installed, loaded in a worker as soon as they are. */
import { readFile } from 'node:fs/promises';
import { type ModelPlaces, prepareModel } from '../../../inference/prepare.ts';
import { QUALITY, type QualityRole } from '../../../inference/quality-packs.ts';
import { openSession, type Session } from '../../../inference/session.ts';
import { decodeTrees, type TreeEnsemble } from '../../../inference/tree-ensemble.ts';
import type { Estimators } from '../registry.ts';
import { sharpnessBy } from '../sharpness.ts';
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

/** Milliseconds after which missing models are looked for again. */
const LOOK_AGAIN = 10_000;

/**
 * Answers with what is installed; models that are added later are found within seconds, so that no
 * restart is needed.
 */
export function createReferenceFinder(places: ModelPlaces): () => Promise<Reference> {
  const sessions: Partial<Record<QualityRole, Session>> = {};
  const trees: Partial<Record<QualityRole, TreeEnsemble>> = {};
  let reference: Promise<Reference> | undefined;
  let looked = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<Reference> => {
    for (const role of NETWORKS) {
      const network = sessions[role] ?? (await open(role, places, openSession));
      if (network !== undefined) sessions[role] = network;
    }
    for (const role of TREES) {
      const ensemble = trees[role] ?? (await open(role, places, readTrees));
      if (ensemble !== undefined) trees[role] = ensemble;
    }
    return { networks: { ...sessions }, estimators: estimatorsOf(sessions, trees) };
  };

  return () => {
    if (performance.now() - looked > LOOK_AGAIN) {
      looked = performance.now();
      reference = look();
    }
    return reference!;
  };
}

/**
 * A model that can be used; undefined: it is not installed, damaged, or cannot be read. The method of
 * the measures tells what was used, and `models check` what is wrong.
 */
async function open<T>(
  role: QualityRole,
  places: ModelPlaces,
  load: (file: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await load(await prepareModel(`${QUALITY}-${role}`, places));
  } catch {
    return undefined;
  }
}

const readTrees = async (file: string): Promise<TreeEnsemble> => decodeTrees(await readFile(file));

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
