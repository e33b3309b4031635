/** Synthetic feature vectors of people, reproducible, for tests. */

/** Uniform numbers in 0..1 from a seed (xorshift32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Standard normal numbers (Box and Muller). */
export function normalNumbers(seed: number): () => number {
  const uniform = randomNumbers(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

export interface SyntheticPeople {
  readonly features: Float32Array[];
  readonly people: string[];
}

/** `images` unit vectors of each person: a direction of their own plus noise of that length. */
export function syntheticPeople(
  count: number,
  images: number,
  { dimension = 32, noise = 0.6, seed = 7 } = {},
): SyntheticPeople {
  const normal = normalNumbers(seed);
  const features: Float32Array[] = [];
  const people: string[] = [];
  for (let person = 0; person < count; person++) {
    const own = Array.from({ length: dimension }, normal);
    for (let image = 0; image < images; image++) {
      features.push(unit(own.map((value) => value + noise * normal())));
      people.push(`Person_${person}`);
    }
  }
  return { features, people };
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}
