/** Refuses to enrol a face that belongs to another class: the client's setting `rejectDuplicates`. */
import { type JobError, jobError } from '../../errors.ts';
import { partitionNameOf } from '../../gallery/gallery.ts';
import { type Context, type FaceParts, workOf } from '../context.ts';
import { auditSearch, noteSearched } from '../search/audit-search.ts';
import { findMatches } from '../search/find-matches.ts';
import { type SubmittedImage, throwIfCancelled } from '../submitted-image.ts';
import type { Sample } from './add-samples.ts';

type Parts = Pick<FaceParts, 'engine' | 'templates' | 'encoderVersion' | 'gallery' | 'audit'>;

interface Enrolment {
  readonly classId: bigint;
  readonly images: readonly SubmittedImage[];
}

/** If there are errors, nothing may be enrolled. */
export interface EnrolmentTurn extends Disposable {
  readonly errors: readonly JobError[];
}

/** By partition: ends with the last of the enrolments that wait. */
const lastTurns = new Map<string, Promise<void>>();

/**
 * With `rejectDuplicates`: waits until no other enrolment of this process checks or writes in the
 * partition, checks the faces, and keeps others waiting until disposed. Of two enrolments of a person
 * at once, the second therefore finds the first. Otherwise does nothing.
 * @param samples one per image; undefined: it is not enrolled
 * @throws Cancelled; Unavailable the gallery is not loaded
 */
export async function takeEnrolmentTurn(
  parts: Parts,
  context: Context,
  enrolment: Enrolment,
  samples: readonly (Sample | undefined)[],
): Promise<EnrolmentTurn> {
  const { client } = context;
  if (!client.settings.rejectDuplicates) return { errors: [], [Symbol.dispose]() {} };
  const name = partitionNameOf(client);
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = lastTurns.get(name);
  lastTurns.set(name, promise);
  const end = () => {
    if (lastTurns.get(name) === promise) lastTurns.delete(name);
    resolve();
  };
  try {
    await before;
    throwIfCancelled(context.signal);
    const errors = await duplicateErrors(parts, context, enrolment, samples);
    return { errors, [Symbol.dispose]: end };
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * An error for each image whose face a search would identify as another class. It names no class,
 * because not every caller may search. The entry in the audit trail does.
 */
async function duplicateErrors(
  parts: Parts,
  context: Context,
  { classId, images }: Enrolment,
  samples: readonly (Sample | undefined)[],
): Promise<readonly JobError[]> {
  const shown = images.filter((_, i) => samples[i] !== undefined);
  const probes = samples.flatMap((sample) => (sample === undefined ? [] : [sample.features]));
  const sought = { tags: [], topMatches: false };
  const asked = { ...sought, images: shown, enrolment: { classId } };
  const { result } = await auditSearch(parts, context, asked, async (use) => {
    const { matches, corrupted } = await findMatches(parts, context.client, probes, {
      ...{ ...sought, ...workOf(context), own: probes.map(() => classId) },
      onSearched: noteSearched(use),
    });
    use.corrupted = corrupted;
    const others = matches.map((list) => list.filter(({ identified }) => identified));
    const found = others.map((list) => ({
      matches: list.map((match) => ({ ...match, exactScore: match.score })),
    }));
    return { status: 'SUCCEEDED', errors: [], result: found };
  });
  const { errorCode, message } = jobError('AlreadyEnrolled');
  return shown
    .filter((_, i) => result[i]!.matches.length > 0)
    .map(({ field }) => ({ errorCode, message: `${field}: ${message}` }));
}
