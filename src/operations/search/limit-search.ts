/** Counts searches towards a class's limit of refused comparisons, as verifications. */
import type { ComparisonsLeft } from '../../access/refused-comparisons.ts';
import { bcidOf, type Context, type OperationParts } from '../context.ts';
import { auditReached, tellReached } from '../limit-comparisons.ts';
import { demandsOnePerson } from '../liveness/one-person.ts';
import type { Match } from './rank-candidates.ts';

/** A probe of a search. */
export interface SearchedProbe {
  /** The matches to tell, if permitted. */
  readonly matches: readonly Match[];
  /** Classes at which the search was aimed, see `findMatches`. */
  readonly aimedAt: readonly bigint[];
}

interface Limited {
  /** One list per probe. */
  readonly disclosed: readonly (readonly Match[])[];
  /** Refused comparisons by class. */
  readonly refused: ReadonlyMap<bigint, number>;
}

/**
 * What may be disclosed of each probe: nothing about a class at its limit. Two things count against a
 * class: telling its score below the threshold of verification, and a search aimed at it in which
 * no person was identified. Everything is counted before the answer is sent.
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
  // The images of an attempt show one person, so they count once.
  const people = demandsOnePerson(context) ? [probes] : probes.map((probe) => [probe]);
  const limited = (left: ComparisonsLeft) => limitedBy(people, left);
  const { refusedComparisons } = parts;
  const now = limited(await refusedComparisons.left(client, limit, classIds));
  if (now.refused.size === 0) return now.disclosed;
  const tell = (classId: bigint) => tellReached(parts, context, bcidOf(client, classId));
  const counted = await refusedComparisons.countEach(client, limit, classIds, limited, tell);
  await refusedComparisons.forgetErased(client, [...counted.refused.keys()]);
  await Promise.all(counted.reached.map((classId) => auditReached(parts, context, classId)));
  return counted.disclosed;
}

function limitedBy(
  people: readonly (readonly SearchedProbe[])[],
  mayHave: ComparisonsLeft,
): Limited {
  const left = new Map(mayHave);
  const refused = new Map<bigint, number>();
  const open = (classId: bigint) => left.get(classId)! > 0;
  const disclosed = people.flatMap((probes) => {
    const lists = probes.map(({ matches }) => matches.filter(({ classId }) => open(classId)));
    const named = lists.flat();
    const aimedAt = named.some(({ identified }) => identified)
      ? []
      : probes.flatMap((probe) => probe.aimedAt);
    const lookalikes = named.filter(({ accepted }) => !accepted).map(({ classId }) => classId);
    for (const classId of new Set([...lookalikes, ...aimedAt].filter(open))) {
      left.set(classId, left.get(classId)! - 1);
      refused.set(classId, (refused.get(classId) ?? 0) + 1);
    }
    return lists;
  });
  return { disclosed, refused };
}
