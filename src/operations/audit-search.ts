/** Writes every search to the audit trail: no result leaves here whose entry is not committed. */
import { Internal } from '../errors.ts';
import type { AuditRecord } from '../journal/audit.ts';
import { auditOrigin, type Context, type OperationParts } from './context.ts';
import type { SearchRequest, SearchResult } from './search.ts';

/** What a search found out about the gallery before it ended, for its entry. */
export interface SearchUse {
  gallerySize?: number;
  galleryVersion?: number;
  /** Templates that failed their check and were left out. */
  corrupted?: readonly { readonly classId: bigint }[];
}

/**
 * Runs the search and appends its entry, however it ends: who and under which references, beginning
 * and end, tags, gallery, keyed hashes of the probes, classes matched with scores, outcome.
 * @throws what `run` throws; Internal the entry could not be written
 */
export async function auditSearch(
  parts: Pick<OperationParts, 'audit'>,
  context: Context,
  { images, tags, topMatches }: SearchRequest,
  run: (use: SearchUse) => Promise<SearchResult>,
): Promise<SearchResult> {
  const { audit } = parts;
  const use: SearchUse = {};
  const asked = {
    started: context.received,
    tags,
    topMatches,
    requireConsent: context.client.settings.requireConsent,
    probes: images.map(({ bytes }) => audit.probeHash(bytes)),
  };
  const record = (end: object): AuditRecord => ({
    event: 'search',
    ...auditOrigin(context),
    details: { ...asked, ...use, ended: new Date(), ...end },
  });
  let result: SearchResult;
  try {
    result = await run(use);
  } catch (thrown) {
    const outcome = context.signal.aborted ? 'CANCELLED' : 'FAULTED';
    const error = thrown instanceof Error ? thrown.name : String(thrown);
    await audit.append(record({ outcome, errors: [error], matches: [] })).catch((unwritten) => {
      throw new Internal(new AggregateError([thrown, unwritten]));
    });
    throw thrown;
  }
  const errors = result.errors.map(({ errorCode }) => errorCode);
  const matches = result.result.map((one) => one.matches);
  await audit.append(record({ outcome: result.status, errors, matches }));
  return result;
}
