/** Class ids that the service chooses. */
import { randomInt } from 'node:crypto';

/** 53 random bits. Ids do not collide, and do not reveal the time of the enrolment. */
export const newClassId = (): bigint => BigInt(randomInt(1, 2 ** 47)) * 64n + BigInt(randomInt(64));
