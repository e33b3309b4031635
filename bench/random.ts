/** Pseudo-random numbers, identical in every run. */
import { seededRandom } from '../evaluation/random.ts';

/** Uniform numbers from 0 to 1 for a seed. */
export const randomNumbers = (seed: number) => seededRandom(Math.imul(seed, 0x9e3779b1));

/** Numbers of the standard normal distribution (Box and Muller). */
export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
