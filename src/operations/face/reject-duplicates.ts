/** Refuses to enrol a face that belongs to another class: the client's setting `rejectDuplicates`. */
import { takeTurns } from '../../async.ts';
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

/** By partition. */
const turns = new Map<string, ReturnType<typeof takeTurns>>();

/**
 * Adds the samples. With `rejectDuplicates`, one enrolment of this process after another checks and
 * adds in the partition, so that of two enrolments of a person at once the second finds the first.
 * If there are errors, nothing was added.
 * @param samples one per image; undefined: it is not enrolled
 * @throws Cancelled; Unavailable the gallery is not loaded; errors of `add`
 */
export async function addUnlessDuplicate<T>(
  parts: Parts,
  context: Context,
  enrolment: Enrolment,
  samples: readonly (Sample | undefined)[],
  add: () => Promise<T>,
): Promise<{ readonly errors: readonly JobError[]; readonly added?: T }> {
  const { client } = context;
  if (!client.settings.rejectDuplicates) return { errors: [], added: await add() };
  const name = partitionNameOf(client);
  const inTurn = turns.get(name) ?? takeTurns();
  turns.set(name, inTurn);
  return inTurn(async () => {
    throwIfCancelled(context.signal);
    const errors = await duplicateErrors(parts, context, enrolment, samples);
    return errors.length > 0 ? { errors } : { errors, added: await add() };
  });
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
