/** Class ids that the service chooses itself. */
import { randomInt } from 'node:crypto';

/** Random, 53 bits: ids do not collide, nor reveal when a person was enrolled. */
export const newClassId = (): bigint => BigInt(randomInt(1, 2 ** 47)) * 64n + BigInt(randomInt(64));
