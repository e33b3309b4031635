/** Class ids in calls. */
import { LARGEST_CLASS_ID, readClassId } from '../bcid.ts';
import { InvalidArgument } from '../errors.ts';

/** @throws InvalidArgument unless decimal digits of a number from 1 to 2^63 − 1 */
export function parseClassId(text: string): bigint {
  const classId = readClassId(text);
  if (classId !== undefined) return classId;
  throw new InvalidArgument(`classId: expected a whole number from 1 to ${LARGEST_CLASS_ID}`);
}
