/** Search and identification: finds the enrolled classes of the faces in the images. */

import { abortAfter } from '../../async.ts';
import { MINUTE_MS } from '../../durations.ts';
import { DeadlineExceeded, InvalidArgument, type JobError, jobError } from '../../errors.ts';
import type { ImageAnalysis } from '../../faces/analysis.ts';
import { checkTags } from '../../templates/check-change.ts';
import {
  type Context,
  type FaceParts,
  type OperationParts,
  withEngine,
  workOf,
} from '../context.ts';
import { disclosedScore } from '../disclosed-score.ts';
import type { JobResult } from '../job.ts';
import { analyseProbe, type ProbeImage } from '../liveness/analyse-probe.ts';
import { demandsOnePerson } from '../liveness/one-person.ts';
import { demandsLiveness, mayHave, requireMayHave } from '../permit.ts';
import { problemOf } from '../submitted-image.ts';
import { auditSearch, noteSearched, type SearchUse } from './audit-search.ts';
import { findMatches } from './find-matches.ts';
import { limitSearch } from './limit-search.ts';
import type { Match } from './rank-candidates.ts';

export interface SearchRequest {
  readonly images: readonly ProbeImage[];
  /** Only templates with all of these tags are searched. */
  readonly tags: readonly string[];
  /** True: the most similar classes. False: only classes that are identified. */
  readonly topMatches: boolean;
  /** True: samples that were uploaded with a task token. */
  readonly uploaded?: boolean;
}

/** A match with the score for the caller. */
export interface ToldMatch extends Pick<Match, 'classId' | 'score' | 'identified'> {
  /** For the audit trail. */
  readonly exactScore: number;
}

export interface SearchResult extends JobResult {
  /** One per image, in the given order. */
  readonly images: readonly ImageAnalysis[];
  /** One per image, in the given order. Matches are sorted, best first. */
  readonly result: readonly { readonly matches: readonly ToldMatch[] }[];
}

type Stored = 'templates' | 'refusedComparisons' | 'audit' | 'outbox';
type Parts = Pick<FaceParts, 'engine' | 'encoderVersion' | 'gallery' | Stored>;

/** Milliseconds after which a search is abandoned. */
export const LONGEST_CALL = 10 * MINUTE_MS;

/**
 * Searches for every face among the client's templates with all the tags. An image without exactly
 * one suitable face gets an empty result and an error. In a token's attempt, a class is only named
 * if every image matches it. If the client requires consent, only templates with consent are found.
 * If a task token requires liveness, all images must be live, or no face is searched. A class at
 * its limit of refused comparisons is left out silently. Every search has its entry in the audit
 * trail.
 * @throws InvalidArgument; PermissionDenied; InvalidImage; Cancelled; DeadlineExceeded; Unavailable
 */
export async function search(
  parts: Pick<OperationParts, 'activeEngine' | Stored>,
  context: Context,
  request: SearchRequest,
): Promise<SearchResult> {
  if (request.topMatches)
    requireMayHave(
      context,
      'lookalikes',
      'topMatches: a task token identifies, it does not list lookalikes',
    );
  const tags = checkTags(request.tags);
  if (request.images.length === 0)
    throw new InvalidArgument('images: at least one image is needed');
  const audited = { ...request, tags };
  return auditSearch(parts, context, audited, async (use) =>
    searchAll(withEngine(parts), context, audited, use),
  );
}

function searchAll(
  parts: Parts,
  context: Context,
  request: SearchRequest,
  use: SearchUse,
): Promise<SearchResult> {
  return withinLimit(context, async (signal) => {
    const probe = await analyseProbe(parts.engine, { ...context, signal }, request.images, request);
    const { images, rejections } = probe;
    if (rejections.length > 0) return refused(context, images, rejections);
    const errors = request.images.flatMap((image, i) => problemOf(images[i]!, image) ?? []);
    const found = await lookUp(parts, context, images, request, signal, use);
    const identified = found.filter((matches) => matches.some(({ identified }) => identified));
    const coarse = !mayHave(context, 'exact-scores');
    const result = found.map((matches) => ({ matches: tell(matches, coarse) }));
    return {
      status: 'SUCCEEDED',
      errors: [...errors, ...leftOut(use)],
      accepted: identified.length === images.length,
      classIds: [
        ...new Set(result.flatMap(({ matches }) => matches.map(({ classId }) => classId))),
      ],
      decision: `${identified.length} of ${images.length} identified`,
      images,
      result,
    };
  });
}

/** Errors for templates that were not searched. */
function leftOut({ otherEncoder, corrupted = [] }: SearchUse): readonly JobError[] {
  const old =
    otherEncoder &&
    jobError(
      'DifferentFeatureVersions',
      `Templates that were not searched because another encoder made them: ${otherEncoder}.`,
    );
  return [...(old ? [old] : []), ...(corrupted.length > 0 ? [jobError('TemplateCorrupted')] : [])];
}

/** Equal scores are in an order that does not reveal which is more alike. */
function tell(matches: readonly Match[], coarse: boolean): readonly ToldMatch[] {
  return matches
    .map((match) => ({
      classId: match.classId,
      score: disclosedScore(match, { coarse }),
      identified: match.identified,
      exactScore: match.score,
    }))
    .sort(
      (p, q) => q.score - p.score || Number(p.classId > q.classId) - Number(p.classId < q.classId),
    );
}

/** A task token requires images of one person, usually live; otherwise nothing is searched. */
function refused(
  context: Context,
  images: readonly ImageAnalysis[],
  errors: readonly JobError[],
): SearchResult {
  return {
    status: 'SUCCEEDED',
    errors,
    decision: demandsLiveness(context) ? 'not live' : `0 of ${images.length} identified`,
    images,
    result: images.map(() => ({ matches: [] })),
  };
}

/** What may be disclosed of each image. */
async function lookUp(
  parts: Parts,
  context: Context,
  images: readonly ImageAnalysis[],
  { tags, topMatches }: SearchRequest,
  signal: AbortSignal,
  use: SearchUse,
): Promise<readonly (readonly Match[])[]> {
  const probes = images.flatMap(({ subject }) => (subject === undefined ? [] : [subject.features]));
  const { matches, aimedAt, corrupted } = await findMatches(parts, context.client, probes, {
    ...{ tags, topMatches, ...workOf(context), signal },
    onSearched: noteSearched(use),
  });
  use.corrupted = corrupted;
  const wanted = topMatches
    ? matches
    : matches.map((list) => list.filter(({ identified }) => identified));
  const searched = (demandsOnePerson(context) ? ofAll(wanted) : wanted).map((list, i) => ({
    matches: list,
    aimedAt: aimedAt[i]!,
  }));
  const disclosed = await limitSearch(parts, context, searched);
  const withheld = searched.flatMap(({ matches }, i) =>
    matches.filter((match) => !disclosed[i]!.includes(match)).map(({ classId }) => classId),
  );
  if (withheld.length > 0) use.limited = [...new Set(withheld)].map((classId) => ({ classId }));
  let next = 0;
  return images.map(({ subject }) => (subject === undefined ? [] : disclosed[next++]!));
}

/** Classes that match every image. Of a person's images the weakest decides. */
function ofAll(lists: readonly (readonly Match[])[]): readonly (readonly Match[])[] {
  const isOf = (list: readonly Match[], { classId }: Match) =>
    list.some((match) => match.classId === classId);
  return lists.map((list) => list.filter((match) => lists.every((other) => isOf(other, match))));
}

/** Runs `work` until the caller leaves or the time limit is over. */
async function withinLimit<T>(
  { signal }: Context,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using limit = abortAfter(LONGEST_CALL);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted)
      throw new DeadlineExceeded(
        `The search took longer than ${LONGEST_CALL / MINUTE_MS} minutes; send fewer images.`,
      );
    throw error;
  }
}
