/** Writes every search to the audit trail: no result is disclosed before its entry is committed. */
import { Internal, Unavailable } from '../../errors.ts';
import type { GallerySearchResult } from '../../gallery/gallery.ts';
import type { AuditRecord } from '../../journal/audit.ts';
import { auditOrigin, type Context, type OperationParts } from '../context.ts';
import type { JobResult } from '../job.ts';
import type { SubmittedImage } from '../submitted-image.ts';

/** The request's part of the entry. */
interface Asked {
  readonly images: readonly SubmittedImage[];
  readonly tags: readonly string[];
  readonly topMatches: boolean;
  /** The search only looks for the faces of an enrolment in other classes. */
  readonly enrolment?: { readonly classId: bigint };
}

/** The result's part of the entry: a list of matches per image. */
interface Found extends Pick<JobResult, 'status' | 'errors'> {
  readonly result: readonly {
    readonly matches: readonly {
      readonly classId: bigint;
      readonly exactScore: number;
      readonly identified: boolean;
    }[];
  }[];
}

/** A class that was found, in the details of the entry. */
export interface AuditedMatch {
  readonly classId: bigint;
  readonly score: number;
  readonly identified: boolean;
}

/** What a search learnt of the gallery before it ended, for its entry. */
export interface SearchUse {
  gallerySize?: number;
  galleryVersion?: number;
  /** Templates left out because another encoder made them: absent: none. */
  otherEncoder?: number;
  /** Templates left out because they failed their check. */
  corrupted?: readonly { readonly classId: bigint }[];
  /** Classes that were found but not disclosed: they are at their limit of refused comparisons. */
  limited?: readonly { readonly classId: bigint }[];
}

/** Notes for the entry what the gallery searched. */
export const noteSearched =
  (use: SearchUse) =>
  ({ searched, version, otherEncoder }: Omit<GallerySearchResult, 'candidates'>): void => {
    use.gallerySize = searched;
    use.galleryVersion = version;
    if (otherEncoder > 0) use.otherEncoder = otherEncoder;
  };

/**
 * Runs the search and appends its entry, however it ends. The entry has the caller and its
 * references, beginning and end, tags, gallery, keyed hashes of the probes, matched classes with
 * scores, and outcome.
 * @throws what `run` throws; Unavailable the database is away; Internal the entry could not be written
 */
export async function auditSearch<R extends Found>(
  parts: Pick<OperationParts, 'audit'>,
  context: Context,
  { images, tags, topMatches, enrolment }: Asked,
  run: (use: SearchUse) => Promise<R>,
): Promise<R> {
  const { audit } = parts;
  const use: SearchUse = {};
  const asked = {
    started: context.received,
    tags,
    topMatches,
    ...(enrolment && { enrolment }),
    requireConsent: context.client.settings.requireConsent,
    probes: images.map(({ bytes }) => audit.probeHash(bytes)),
  };
  const record = (end: object): AuditRecord => ({
    event: 'search',
    ...auditOrigin(context),
    details: { ...asked, ...use, ended: new Date(), ...end },
  });
  let result: R;
  try {
    result = await run(use);
  } catch (thrown) {
    const outcome = context.signal.aborted ? 'CANCELLED' : 'FAULTED';
    const error = thrown instanceof Error ? thrown.name : String(thrown);
    await audit.append(record({ outcome, errors: [error], matches: [] })).catch((unwritten) => {
      throw unwritten instanceof Unavailable
        ? unwritten
        : new Internal(new AggregateError([thrown, unwritten]));
    });
    throw thrown;
  }
  const errors = result.errors.map(({ errorCode }) => errorCode);
  const matches = result.result.map((one) =>
    one.matches.map(
      ({ classId, exactScore, identified }): AuditedMatch => ({
        ...{ classId, score: exactScore, identified },
      }),
    ),
  );
  await audit.append(record({ outcome: result.status, errors, matches }));
  return result;
}
