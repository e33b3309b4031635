/** A call of a contract as the job it is, the same by every protocol. */
import type { Context, OperationParts } from '../operations/context.ts';
import { type JobResult, runJob } from '../operations/job.ts';
import type { Job } from '../operations/permit.ts';
import type { Contract } from './contract.ts';
import { type Notation, readRequest } from './requests.ts';

/** @param classId 0: of no class, or not known yet */
export function jobOf({ operation, token, imageless }: Contract, classId = 0n): Job {
  return {
    operation,
    ...(classId !== 0n && { classId }),
    ...(token && { token }),
    ...(imageless && { imageless }),
  };
}

/** What came with a call. */
export interface Call {
  /** The request as its protocol has it. */
  readonly given: unknown;
  readonly notation: Notation;
  /** 0: none. */
  readonly classId: bigint;
}

/** Runs the operation of the contract as a job. @throws as `runJob` */
export function callContract(
  parts: OperationParts,
  context: Context,
  contract: Contract,
  { given, notation, classId }: Call,
): Promise<JobResult> {
  return runJob(parts, context, jobOf(contract, classId), async (admitted) => {
    contract.before?.(given as object);
    const { request: wanted } = contract;
    const request = wanted === undefined ? {} : readRequest(wanted, given, notation);
    return contract.run(parts, admitted, request as object, classId);
  });
}
