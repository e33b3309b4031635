import { NotFound } from '../../errors.ts';

/** Why nothing can be done with a class that nobody is enrolled under. */
export const missingTemplate = (classId: bigint) =>
  new NotFound(`No biometric face template exists for class ${classId}.`);
