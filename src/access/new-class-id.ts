/** Class ids that the service chooses itself. */
import { randomInt } from 'node:crypto';

/** Random, 53 bits: nobody draws the same elsewhere, and it does not tell when a person came. */
export const newClassId = (): bigint => BigInt(randomInt(1, 2 ** 47)) * 64n + BigInt(randomInt(64));
