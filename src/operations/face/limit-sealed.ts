/** Limits refused comparisons with templates that others keep, as those with classes are limited. */
import type { Context, OperationParts } from '../context.ts';
import type { GivenSample, SampleComparison } from './compare-samples.ts';

/** A comparison, and the samples that it is about. */
export interface AboutSamples {
  readonly comparison: SampleComparison;
  readonly samples: readonly GivenSample[];
}

/**
 * Counts each refusal against every sealed template in it. Withholds comparisons with templates at
 * their hourly limit, accepted ones too: many calls learn no more than the limit allows.
 */
export async function tellOfSealed(
  { refusedComparisons }: Pick<OperationParts, 'refusedComparisons'>,
  { client }: Context,
  all: readonly AboutSamples[],
): Promise<readonly SampleComparison[]> {
  const { failedVerifications: limit } = client.settings;
  const disclosed = all.map(({ comparison, samples }) => ({
    comparison,
    stands:
      comparison.score === 0
        ? []
        : [...new Set(samples.flatMap((one) => ('stand' in one ? [one.stand] : [])))],
  }));
  const stands = [...new Set(disclosed.flatMap((one) => one.stands))];
  if (limit === 0 || stands.length === 0) return disclosed.map(({ comparison }) => comparison);
  const { comparisons } = await refusedComparisons.countEach(
    client,
    limit,
    stands,
    (left) => {
      const refused = new Map<bigint, number>();
      const comparisons = disclosed.map((one) => {
        const isOpen = (stand: bigint) => (left.get(stand) ?? 0) > (refused.get(stand) ?? 0);
        if (!one.stands.every(isOpen)) return WITHHELD;
        if (!one.comparison.verified)
          for (const stand of one.stands) refused.set(stand, (refused.get(stand) ?? 0) + 1);
        return one.comparison;
      });
      return { comparisons, refused };
    },
    () => async () => {},
  );
  return comparisons;
}

const WITHHELD: SampleComparison = {
  verified: false,
  score: 0,
  errors: ['Too many comparisons with this template were refused: wait an hour.'],
};
