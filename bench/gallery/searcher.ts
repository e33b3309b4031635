/** A whole search but for the images: encoded probes in, ranked classes out, as the operation does it. */
import type { Client } from '../../src/access/client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../../src/access/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import {
  type Calibration,
  interfaceScore,
  thresholdFor,
} from '../../src/faces/calibration/calibration.ts';
import { compare } from '../../src/faces/compare.ts';
import type { Gallery } from '../../src/gallery/gallery.ts';
import { rankCandidates } from '../../src/operations/rank-candidates.ts';
import type { Bcid, TemplateStore } from '../../src/templates/template.ts';
import { PARTITION, STORAGE } from './enrolled-people.ts';

export interface Searched {
  readonly milliseconds: number;
  /** Those of them in which the gallery was searched; the rest compares with stored templates. */
  readonly scan: number;
  /** People of each probe, the best first. */
  readonly people: readonly (readonly number[])[];
}

export interface Searcher {
  search(probes: readonly Float32Array[]): Promise<Searched>;
  bcidOf(person: number): Bcid;
}

const LIMIT = 10;

export function createSearcher(
  gallery: Gallery,
  templates: TemplateStore,
  calibration: Calibration,
): Searcher {
  const engine: Pick<FaceEngine, 'compare' | 'threshold' | 'toScore'> = {
    compare,
    threshold: (fmr, vectors) => thresholdFor(calibration, fmr, vectors),
    toScore: (comparison, vectors) => interfaceScore(calibration, comparison, vectors),
  };
  const parts = { engine: engine as FaceEngine, templates, encoderVersion: () => 1 };
  const client: Client = {
    id: 'bench',
    name: 'bench',
    storage: STORAGE,
    partition: PARTITION,
    settings: DEFAULT_CLIENT_SETTINGS,
    redirectUris: [],
    allowedOrigins: [],
    created: new Date(0),
  };
  const { signal } = new AbortController();
  const scope = { storage: STORAGE, partition: PARTITION, tags: [], limit: LIMIT, signal };
  return {
    async search(probes) {
      const started = performance.now();
      const found = await gallery.search(probes, scope);
      const scanned = performance.now();
      const { matches } = await rankCandidates(parts, client, found, {
        ...{ probes, tags: [], limit: LIMIT },
        identifiedOnly: false,
      });
      return {
        milliseconds: performance.now() - started,
        scan: scanned - started,
        people: matches.map((list) => list.map(({ classId }) => Number(classId) - 1)),
      };
    },
    bcidOf: (person) => ({ storage: STORAGE, partition: PARTITION, classId: BigInt(person + 1) }),
  };
}
