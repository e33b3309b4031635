/** Runs a call of a contract as a job, in the same way for every protocol. */
import type { Context, OperationParts } from '../operations/context.ts';
import { forcedResult } from '../operations/forced-result.ts';
import { type JobResult, runJob } from '../operations/job.ts';
import type { Job } from '../operations/permit.ts';
import type { Contract } from './contract.ts';
import { type Notation, readRequest } from './requests.ts';

/** @param classId 0: none, or not known yet */
export function jobOf({ operation, token, imageless }: Contract, classId = 0n): Job {
  return {
    operation,
    ...(classId !== 0n && { classId }),
    ...(token && { token }),
    ...(imageless && { imageless }),
  };
}

/** The input of a call. */
export interface Call {
  /** The request in the form of its protocol. */
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
    const request = (wanted === undefined ? {} : readRequest(wanted, given, notation)) as object;
    return (
      forcedResult(admitted, contract.operation, request, classId) ??
      contract.run(parts, admitted, request, classId)
    );
  });
}
