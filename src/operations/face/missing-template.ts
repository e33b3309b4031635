import { NotFound } from '../../errors.ts';

/** The error for a class without a template. */
export const missingTemplate = (classId: bigint) =>
  new NotFound(`No biometric face template exists for class ${classId}.`);
