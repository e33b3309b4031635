/** Finds people who are enrolled twice: every class of a partition is searched for in it. */
import type { Client } from '../../access/clients/client.ts';
import { referenceOf } from '../../templates/class-vector.ts';
import { type StoredTemplate, type Template, TemplateCorrupted } from '../../templates/template.ts';
import { bcidOf, type CallWork, type FaceParts } from '../context.ts';
import { findMatches } from './find-matches.ts';

type Parts = Pick<FaceParts, 'engine' | 'templates' | 'encoderVersion' | 'gallery'>;

/** Two classes that seem to be of one person. */
export interface DuplicatePair {
  /** The smaller first. */
  readonly classIds: readonly [bigint, bigint];
  /** 0..1, as verification has it. */
  readonly score: number;
}

export interface DuplicateBatch {
  /** Classes up to this id have been searched for. */
  readonly upTo: bigint;
  readonly classes: number;
  /** Classes not searched for: damaged, of another encoder, or without a required consent. */
  readonly leftOut: number;
  readonly pairs: readonly DuplicatePair[];
}

export interface DuplicateSearch extends CallWork {
  /** Share of comparisons of two people that may be listed. Absent: as searches identify. */
  readonly falseMatchRate?: number | undefined;
  /** Searches only for classes above this id. */
  readonly after?: bigint | undefined;
}

/** Classes of a batch. */
const BATCH = 512;
/** Batches at once. Threads of the gallery that have searches of their own wait for no other. */
const AT_ONCE = 4;

/**
 * In the order of class ids: a later search may continue after the last `upTo`. Each class is
 * searched for among those of greater ids. Lists at most a hundred pairs for each, and may miss
 * people who are enrolled meanwhile. @throws Cancelled; Unavailable the gallery is not loaded
 */
export async function* findDuplicates(
  parts: Parts,
  client: Client,
  search: DuplicateSearch,
): AsyncGenerator<DuplicateBatch> {
  const { storage, partition } = client;
  const searching: Promise<DuplicateBatch>[] = [];
  for (let { after } = search; ; ) {
    const place = after === undefined ? undefined : bcidOf(client, after);
    const page = await parts.templates.page({ storage, partition }, { after: place, limit: BATCH });
    if (page.length > 0) {
      const batch = searchFor(parts, client, { ...search, after }, page);
      // It is awaited later, or never.
      batch.catch(() => undefined);
      searching.push(batch);
      after = page.at(-1)!.bcid.classId;
      if (searching.length < AT_ONCE) continue;
    }
    const first = searching.shift();
    if (first === undefined) return;
    yield await first;
  }
}

async function searchFor(
  parts: Parts,
  client: Client,
  { falseMatchRate, ...work }: DuplicateSearch,
  page: readonly StoredTemplate[],
): Promise<DuplicateBatch> {
  const { settings } = client;
  const searcher =
    falseMatchRate === undefined
      ? client
      : { ...client, settings: { ...settings, ...ofPairs(falseMatchRate) } };
  const isSearched = (template: Template | TemplateCorrupted): template is Template =>
    !(template instanceof TemplateCorrupted) &&
    template.encoderVersion === parts.encoderVersion &&
    (template.consent !== undefined || !settings.requireConsent);
  const probes = page.map(({ template }) => template).filter(isSearched);
  const own = probes.map(({ bcid }) => bcid.classId);
  const options = { ...work, own, tags: [], topMatches: false };
  const { matches } = await findMatches(parts, searcher, probes.map(referenceOf), options);
  return {
    upTo: page.at(-1)!.bcid.classId,
    classes: page.length,
    leftOut: page.length - probes.length,
    pairs: matches.flatMap((list, i) =>
      list
        .filter(({ classId, identified }) => identified && classId > own[i]!)
        .map(({ classId, score }) => ({ classIds: [own[i]!, classId] as const, score })),
    ),
  };
}

/** Settings with which a search identifies whoever verification at that rate would accept. */
const ofPairs = (falseMatchRate: number) => ({
  falseMatchRate,
  falsePositiveIdentificationRate: Number.POSITIVE_INFINITY,
});
