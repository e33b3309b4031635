/** Searches for faces: the gallery proposes candidates, their stored templates decide. */
import type { Client } from '../../access/clients/client.ts';
import { CONSENTED, type GallerySearchResult } from '../../gallery/gallery.ts';
import type { CallWork, FaceParts } from '../context.ts';
import { type Match, type RankedCandidates, rankCandidates } from './rank-candidates.ts';
import { thresholdsOf } from './search-thresholds.ts';

type Parts = Pick<FaceParts, 'engine' | 'templates' | 'encoderVersion' | 'gallery'>;

export interface FindOptions extends CallWork {
  /** Only templates with all of these tags are searched. */
  readonly tags: readonly string[];
  /** True: the most similar classes. False: only classes that are identified. */
  readonly topMatches: boolean;
  /** The classes that the probes are of, which are not sought. Absent: none is known. */
  readonly own?: readonly bigint[];
  /** Classes up to this id may be passed over. */
  readonly after?: bigint | undefined;
  /** Receives what was searched, each time the gallery has answered. */
  readonly onSearched?: (gallery: Omit<GallerySearchResult, 'candidates'>) => void;
}

/** A search among fewer classes is aimed at each of them. */
const NARROW = 300;
/** Most classes to name for a probe. */
const MOST_IDENTIFIED = 100;
/** Probes to search together, while earlier probes are compared with stored templates. */
const TOGETHER = 16;

/** The matches, and the classes each probe was aimed at: all that were searched, if few. */
export interface FoundMatches extends RankedCandidates {
  readonly aimedAt: readonly (readonly bigint[])[];
}

/** @throws Cancelled; Unavailable the gallery is not loaded yet */
export async function findMatches(
  parts: Parts,
  client: Client,
  probes: readonly Float32Array[],
  { tags, topMatches, own = [], after, onSearched, signal, share }: FindOptions,
): Promise<FoundMatches> {
  const { storage, partition, settings } = client;
  const limit = topMatches ? settings.topMatches : MOST_IDENTIFIED;
  const scope = {
    ...{ storage, partition, limit, after, signal, share },
    tags: settings.requireConsent ? [...tags, CONSENTED] : tags,
    completeBelow: NARROW,
    // No class below the threshold of a search among one class can be identified.
    ...(topMatches ? {} : { threshold: thresholdsOf(parts.engine, settings).identify(1) }),
  };
  const search = (from: number) => {
    const together = probes.slice(from, from + TOGETHER);
    const found = parts.gallery.search(together, scope);
    // It is awaited later, or never.
    found.catch(() => undefined);
    return { together, found };
  };
  const matches: (readonly Match[])[] = [];
  const aimedAt: (readonly bigint[])[] = [];
  const corrupted = new Map<bigint, RankedCandidates['corrupted'][number]>();
  let searching = search(0);
  for (let from = 0; from === 0 || from < probes.length; from += TOGETHER) {
    const { together, found: finding } = searching;
    const found = await finding;
    onSearched?.(found);
    if (from + TOGETHER < probes.length) searching = search(from + TOGETHER);
    const candidates = found.candidates.map((list, i) =>
      list.filter(({ classId }) => classId !== own[from + i]),
    );
    const options = { probes: together, tags, limit, identifiedOnly: !topMatches };
    const ranked = await rankCandidates(parts, client, { ...found, candidates }, options);
    matches.push(...ranked.matches);
    for (const list of found.candidates)
      aimedAt.push(found.searched < NARROW ? list.map(({ classId }) => classId) : []);
    for (const one of ranked.corrupted) corrupted.set(one.classId, one);
  }
  return { matches, aimedAt, corrupted: [...corrupted.values()] };
}
