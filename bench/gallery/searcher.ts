/** A whole search without images: encoded probes in, ranked classes out, as in the operation. */
import type { Client } from '../../src/access/clients/client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../../src/access/clients/client-settings.ts';
import type { Bcid } from '../../src/bcid.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import {
  type Calibration,
  interfaceScore,
  thresholdFor,
} from '../../src/faces/calibration/calibration.ts';
import { cosine } from '../../src/faces/encoding/compare.ts';
import type { Gallery } from '../../src/gallery/gallery.ts';
import { findMatches } from '../../src/operations/search/find-matches.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { PARTITION, STORAGE } from './enrolled-people.ts';

export interface Searched {
  readonly milliseconds: number;
  /** Time within them for scanning the gallery. The rest compares with stored templates. */
  readonly scan: number;
  /** People for each probe, best first. */
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
    compare: cosine,
    threshold: (fmr) => thresholdFor(calibration, fmr),
    toScore: (comparison) => interfaceScore(calibration, comparison),
  };
  let scanned = 0;
  const timed: Pick<Gallery, 'search'> = {
    async search(probes, options) {
      const started = performance.now();
      const found = await gallery.search(probes, options);
      scanned = performance.now() - started;
      return found;
    },
  };
  const parts = {
    ...{ engine: engine as FaceEngine, templates, encoderVersion: 1 },
    gallery: timed as Gallery,
  };
  const client: Client = {
    id: 'bench',
    name: 'bench',
    storage: STORAGE,
    partition: PARTITION,
    settings: { ...DEFAULT_CLIENT_SETTINGS, topMatches: LIMIT },
    redirectUris: [],
    postLogoutRedirectUris: [],
    publicKeys: [],
    allowedOrigins: [],
    created: new Date(0),
  };
  const { signal } = new AbortController();
  return {
    async search(probes) {
      const started = performance.now();
      const options = { tags: [], topMatches: true, signal };
      const { matches } = await findMatches(parts, client, probes, options);
      return {
        milliseconds: performance.now() - started,
        scan: scanned,
        people: matches.map((list) => list.map(({ classId }) => Number(classId) - 1)),
      };
    },
    bcidOf: (person) => ({ storage: STORAGE, partition: PARTITION, classId: BigInt(person + 1) }),
  };
}
