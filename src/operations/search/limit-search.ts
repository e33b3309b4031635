/** Searches take from what a class may be compared in vain, as verifications do. */
import type { ComparisonsLeft } from '../../access/refused-comparisons.ts';
import { bcidOf, type Context, type OperationParts } from '../context.ts';
import { auditReached, tellReached } from '../face/limit-comparisons.ts';
import { demandsOnePerson } from '../liveness/one-person.ts';
import type { Match } from './rank-candidates.ts';

/** A probe that was searched for. */
export interface SearchedProbe {
  /** What the caller would be told. */
  readonly matches: readonly Match[];
  /** Classes that the search was aimed at, see `findMatches`. */
  readonly aimedAt: readonly bigint[];
}

interface Limited {
  /** One list per probe. */
  readonly told: readonly (readonly Match[])[];
  /** Classes with the number of their comparisons that were refused. */
  readonly refused: ReadonlyMap<bigint, number>;
}

/**
 * What may be told of each probe: nothing of a class at its limit. It counts against a class that
 * its score below the threshold of verification is told, and against each class that a search was
 * aimed at that nobody was identified in. Before the answer leaves, all of it is counted.
 */
export async function limitSearch(
  parts: Pick<OperationParts, 'refusedComparisons' | 'audit' | 'outbox'>,
  context: Context,
  probes: readonly SearchedProbe[],
): Promise<readonly (readonly Match[])[]> {
  const { client } = context;
  const { failedVerifications: limit } = client.settings;
  if (limit === 0) return probes.map(({ matches }) => matches);
  const classIds = [
    ...new Set(
      probes.flatMap(({ matches, aimedAt }) => [
        ...matches.map(({ classId }) => classId),
        ...aimedAt,
      ]),
    ),
  ];
  // The images of an attempt are of one person, who is compared once.
  const people = demandsOnePerson(context) ? [probes] : probes.map((probe) => [probe]);
  const limited = (left: ComparisonsLeft) => limitedBy(people, left);
  const { refusedComparisons } = parts;
  const now = limited(await refusedComparisons.left(client, limit, classIds));
  if (now.refused.size === 0) return now.told;
  const tell = (classId: bigint) => tellReached(parts, context, bcidOf(client, classId));
  const counted = await refusedComparisons.countEach(client, limit, classIds, limited, tell);
  await refusedComparisons.forgetErased(client, [...counted.refused.keys()]);
  await Promise.all(counted.reached.map((classId) => auditReached(parts, context, classId)));
  return counted.told;
}

function limitedBy(
  people: readonly (readonly SearchedProbe[])[],
  mayHave: ComparisonsLeft,
): Limited {
  const left = new Map(mayHave);
  const refused = new Map<bigint, number>();
  const open = (classId: bigint) => left.get(classId)! > 0;
  const told = people.flatMap((probes) => {
    const lists = probes.map(({ matches }) => matches.filter(({ classId }) => open(classId)));
    const named = lists.flat();
    const aimedAt = named.some(({ identified }) => identified)
      ? []
      : probes.flatMap((probe) => probe.aimedAt);
    const lookalikes = named.filter(({ verified }) => !verified).map(({ classId }) => classId);
    for (const classId of new Set([...lookalikes, ...aimedAt].filter(open))) {
      left.set(classId, left.get(classId)! - 1);
      refused.set(classId, (refused.get(classId) ?? 0) + 1);
    }
    return lists;
  });
  return { told, refused };
}
