/** Finds people who are enrolled twice: every class of a partition is searched for in it. */
import type { Client } from '../../access/clients/client.ts';
import { referenceOf } from '../../templates/class-vector.ts';
import type { Template } from '../../templates/template.ts';
import {
  bcidOf,
  type CallWork,
  type FaceParts,
  type OperationParts,
  withEngine,
} from '../context.ts';
import { findMatches } from './find-matches.ts';

type Parts = Pick<FaceParts, 'engine' | 'templates' | 'encoderVersion' | 'gallery'>;

/** Two classes that seem to be of one person. */
export interface DuplicatePair {
  /** The smaller first. */
  readonly classIds: readonly [bigint, bigint];
  /** 0..1, as verification has it. */
  readonly score: number;
}

/** Classes that are read together, and those of them that a search is for. */
const BATCH = 1024;
const TOGETHER = 256;

/**
 * In the order of class ids: a later search may continue after the last `upTo`. Each class is
 * searched for among those of greater ids. Lists at most a hundred pairs for each, and may miss
 * people who are enrolled meanwhile. @throws Cancelled; Unavailable the gallery is not loaded
 */
export async function* findDuplicates(
  parts: Parts,
  client: Client,
  { after, ...work }: CallWork & { readonly after?: bigint | undefined },
) {
  const { storage, partition, settings } = client;
  for (let upTo = after; ; ) {
    const from = upTo === undefined ? undefined : bcidOf(client, upTo);
    const options = { ...work, after: upTo, tags: [], topMatches: false };
    const page = await parts.templates.page({ storage, partition }, { after: from, limit: BATCH });
    if (page.length === 0) return;
    const probes = page
      .map(({ template }) => template)
      .filter((template): template is Template => !(template instanceof Error))
      .filter(({ encoderVersion }) => encoderVersion === parts.encoderVersion)
      .filter(({ consent }) => consent !== undefined || !settings.requireConsent);
    const search = async (from: number): Promise<readonly DuplicatePair[]> => {
      const searched = probes.slice(from, from + TOGETHER);
      const own = searched.map(({ bcid }) => bcid.classId);
      const vectors = searched.map(referenceOf);
      const { matches } = await findMatches(parts, client, vectors, { ...options, own });
      return matches.flatMap((list, i) =>
        list
          .filter(({ classId, identified }) => identified && classId > own[i]!)
          .map(({ classId, score }) => ({ classIds: [own[i]!, classId], score })),
      );
    };
    // Threads of the gallery that have searches of their own wait for no other.
    const searches = Array.from({ length: BATCH / TOGETHER }, (_, i) => search(i * TOGETHER));
    upTo = page.at(-1)!.bcid.classId;
    yield {
      upTo,
      classes: page.length,
      /** Classes not searched for: damaged, of another encoder, or without a required consent. */
      leftOut: page.length - probes.length,
      pairs: (await Promise.all(searches)).flat(),
    };
  }
}

/** For a page. The command line lists more, and takes longer. */
const MOST_PAIRS = 100;
const LONGEST_MS = 20_000;

/** The most similar pairs first. Not `complete`: time ran out, or there are more. @throws Unavailable */
export async function findSomeDuplicates(
  parts: Pick<OperationParts, 'activeEngine' | 'templates'>,
  client: Client,
) {
  const until = performance.now() + LONGEST_MS;
  const { signal } = new AbortController();
  const work = { signal, share: { client: client.id, caller: 'administration' } };
  const found: DuplicatePair[] = [];
  let complete = true;
  for await (const { pairs } of findDuplicates(withEngine(parts), client, work)) {
    found.push(...pairs);
    complete = found.length <= MOST_PAIRS && performance.now() < until;
    if (!complete) break;
  }
  return { complete, pairs: found.sort((p, q) => q.score - p.score).slice(0, MOST_PAIRS) };
}
