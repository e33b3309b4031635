/** Class ids in addresses: positive 64-bit integers, exact. */
import { InvalidArgument } from '../errors.ts';

const LARGEST = 2n ** 63n - 1n;

/** @throws InvalidArgument anything but decimal digits of a number from 1 to 2^63 − 1 */
export function parseClassId(text: string): bigint {
  if (/^[1-9][0-9]{0,18}$/.test(text)) {
    const classId = BigInt(text);
    if (classId <= LARGEST) return classId;
  }
  throw new InvalidArgument(`classId: expected a whole number from 1 to ${LARGEST}`);
}
