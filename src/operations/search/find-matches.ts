/** Looks faces up: the gallery names candidates, their stored templates decide. */
import type { Client } from '../../access/clients/client.ts';
import { identificationThreshold } from '../../faces/calibration/calibration.ts';
import { CONSENTED, type GallerySearchResult } from '../../gallery/gallery.ts';
import type { CallWork, FaceParts } from '../context.ts';
import { type Match, type RankedCandidates, rankCandidates } from './rank-candidates.ts';

type Parts = Pick<FaceParts, 'engine' | 'templates' | 'encoderVersion' | 'gallery'>;

export interface FindOptions extends CallWork {
  /** Only templates that carry all of these are searched. */
  readonly tags: readonly string[];
  /** True: the most similar classes, whoever they are. False: only those that may be identified. */
  readonly topMatches: boolean;
  /** Is told what was searched, each time the gallery has answered. */
  readonly onSearched?: (gallery: Pick<GallerySearchResult, 'searched' | 'version'>) => void;
}

/** Classes that are named for one probe at most. */
const MOST_IDENTIFIED = 100;
/** Probes searched for together, while those before them are compared with stored templates. */
const TOGETHER = 16;

/** @throws Cancelled; Unavailable the gallery is not loaded yet */
export async function findMatches(
  parts: Parts,
  client: Client,
  probes: readonly Float32Array[],
  { tags, topMatches, onSearched, signal, share }: FindOptions,
): Promise<RankedCandidates> {
  const { storage, partition, settings } = client;
  const limit = topMatches ? settings.topMatches : MOST_IDENTIFIED;
  const { falsePositiveIdentificationRate: rate } = settings;
  const scope = {
    ...{ storage, partition, limit, signal, share },
    tags: settings.requireConsent ? [...tags, CONSENTED] : tags,
    // No class can be identified below the threshold of a gallery of one.
    ...(topMatches ? {} : { threshold: identificationThreshold(parts.engine, rate, 1) }),
  };
  const search = (from: number) => {
    const together = probes.slice(from, from + TOGETHER);
    const found = parts.gallery.search(together, scope);
    // It is waited for later, or not at all.
    found.catch(() => undefined);
    return { together, found };
  };
  const matches: (readonly Match[])[] = [];
  const corrupted = new Map<bigint, RankedCandidates['corrupted'][number]>();
  let searching = search(0);
  for (let from = 0; from === 0 || from < probes.length; from += TOGETHER) {
    const { together, found: finding } = searching;
    const found = await finding;
    onSearched?.(found);
    if (from + TOGETHER < probes.length) searching = search(from + TOGETHER);
    const options = { probes: together, tags, limit, identifiedOnly: !topMatches };
    const ranked = await rankCandidates(parts, client, found, options);
    matches.push(...ranked.matches);
    for (const one of ranked.corrupted) corrupted.set(one.classId, one);
  }
  return { matches, corrupted: [...corrupted.values()] };
}
