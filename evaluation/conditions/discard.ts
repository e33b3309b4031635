/**
 * Error against discard (ISO/IEC 29794-1): how the true accept rate changes when the photographs of
 * the lowest quality scores are left out.
 */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { Photographs } from '../photographs.ts';

/** Shares of the photographs that are left out. */
const SHARES = [0, 0.01, 0.02, 0.05, 0.1, 0.2] as const;

export interface DiscardStep {
  /** Share of the photographs left out, 0..1. */
  readonly share: number;
  /** Lowest quality score that is kept, 0..1. */
  readonly least: number;
  /** Each pair of photographs of one person once. */
  readonly pairs: readonly { readonly person: number; readonly score: number }[];
}

/** The photographs that remain and their genuine pairs, step by step. */
export function pairsByDiscard(
  engine: Pick<FaceEngine, 'compare'>,
  {
    embedded,
    images,
    features,
  }: Pick<Photographs, 'images' | 'features'> & {
    readonly embedded: Pick<Photographs['embedded'], 'images' | 'encoded'>;
  },
): DiscardStep[] {
  const found = new Map(embedded.images.map(({ path }, k) => [path, embedded.encoded[k]!]));
  const scores = images.map(({ path }) => found.get(path)!.qualityScore);
  const rising = scores.toSorted((p, q) => p - q);
  const numbers = new Map(images.map(({ person }, k) => [person, k]));
  const pairs: { person: number; score: number; quality: number }[] = [];
  for (let i = 0; i < images.length; i++)
    for (let j = i + 1; j < images.length && images[j]!.person === images[i]!.person; j++)
      pairs.push({
        person: numbers.get(images[i]!.person)!,
        score: engine.compare(features[i]!, [features[j]!]),
        quality: Math.min(scores[i]!, scores[j]!),
      });
  return SHARES.map((share) => {
    const least = rising[Math.floor(share * rising.length)] ?? 0;
    return { share, least, pairs: pairs.filter(({ quality }) => quality >= least) };
  });
}
