/** The last stage of a search: compares candidates exactly with the stored templates. */
import type { Client } from '../../access/clients/client.ts';
import type { Bcid } from '../../bcid.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import {
  type Candidate,
  type GallerySearchResult,
  RESERVE,
  TOLERANCE,
} from '../../gallery/gallery.ts';
import { referenceOf } from '../../templates/class-vector.ts';
import { type Template, TemplateCorrupted } from '../../templates/template.ts';
import type { FaceParts } from '../context.ts';
import { type Compared, comparedAt } from '../disclosed-score.ts';
import { type SearchThresholds, thresholdsOf } from './search-thresholds.ts';

/** A class, compared as in verification. */
export interface Match extends Compared {
  readonly classId: bigint;
  /** At or above the identification threshold. */
  readonly identified: boolean;
}

export interface RankedCandidates {
  /** One list per probe, best first. */
  readonly matches: readonly (readonly Match[])[];
  /** Candidates left out because they failed their check. */
  readonly corrupted: readonly Pick<Bcid, 'classId'>[];
}

type Parts = Pick<FaceParts, 'engine' | 'templates' | 'encoderVersion'>;

export interface RankOptions {
  readonly probes: readonly Float32Array[];
  /** Only templates with all of these tags count. */
  readonly tags: readonly string[];
  /** Matches wanted for each probe. */
  readonly limit: number;
  /** Skips candidates that are certainly not identified. */
  readonly identifiedOnly: boolean;
}

/**
 * Reads the candidates' templates, which checks their signatures, and keeps the best `limit`.
 * Leaves out classes that were deleted or retagged since the gallery read them, or fail their
 * check.
 */
export async function rankCandidates(
  parts: Parts,
  client: Client,
  { candidates, searched }: Pick<GallerySearchResult, 'candidates' | 'searched'>,
  { probes, tags, limit, identifiedOnly }: RankOptions,
): Promise<RankedCandidates> {
  const { storage, partition, settings } = client;
  const thresholds = thresholdsOf(parts.engine, settings);
  const least = identifiedOnly ? thresholds.identify(searched) - TOLERANCE : -1;
  const chosen = candidates.map((list) =>
    list.slice(0, limit + RESERVE).filter(({ comparison }) => comparison >= least),
  );
  const read = new Set<bigint>();
  const usable = new Map<bigint, Template>();
  const corrupted: Bcid[] = [];
  const matches: Match[][] = probes.map(() => []);
  const compare = async (lists: readonly (readonly Candidate[])[]) => {
    const classIds = new Set(lists.flat().map(({ classId }) => classId));
    const unread = [...classIds].filter((classId) => !read.has(classId));
    for (const classId of unread) read.add(classId);
    for (const { template } of await parts.templates.readMany(storage, partition, unread))
      if (template instanceof TemplateCorrupted) corrupted.push(template.bcid);
      else if (isSought(parts, client, template, tags)) usable.set(template.bcid.classId, template);
    for (const [i, list] of lists.entries()) {
      const compared = list.flatMap(({ classId }) => {
        const template = usable.get(classId);
        return template === undefined
          ? []
          : [compareExactly(parts.engine, probes[i]!, template, thresholds, searched)];
      });
      matches[i] = [...matches[i]!, ...compared].sort((p, q) => q.score - p.score).slice(0, limit);
    }
  };
  await compare(chosen.map((list) => list.slice(0, limit)));
  // Of the others, only those that may be better.
  const others = chosen.map((list, i) => {
    const worst = matches[i]![limit - 1]?.score ?? 0;
    return list
      .slice(limit)
      .filter(({ comparison }) => parts.engine.toScore(comparison + TOLERANCE) >= worst);
  });
  if (others.some((list) => list.length > 0)) await compare(others);
  return { matches, corrupted };
}

function isSought(
  parts: Parts,
  { settings }: Client,
  template: Template,
  tags: readonly string[],
): boolean {
  return (
    template.encoderVersion === parts.encoderVersion &&
    (template.consent !== undefined || !settings.requireConsent) &&
    tags.every((tag) => template.tags.includes(tag))
  );
}

function compareExactly(
  engine: FaceEngine,
  probe: Float32Array,
  template: Template,
  thresholds: SearchThresholds,
  searched: number,
): Match {
  const comparison = engine.compare(probe, referenceOf(template));
  return {
    classId: template.bcid.classId,
    ...comparedAt(engine, comparison, thresholds.verify),
    identified: comparison >= thresholds.identify(searched),
  };
}
