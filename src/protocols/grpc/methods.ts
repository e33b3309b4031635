/** What is known of a method before its message is read. */
import { CONTRACTS } from '../../contract/all.ts';
import type { Operation } from '../../operations/permit.ts';

export interface MethodFacts {
  readonly operation: Operation;
  /** The caller has to name the transaction this belongs to. */
  readonly transaction?: 'required';
  /** Members of its message, those of its images included. */
  readonly mostMembers: number;
}

const USUAL = 1000;
/** Two each: as many images as fit, for none with a face is below 1600 bytes. */
const IMAGE_LIST = 65_536;

/** By the name of the method. */
const METHODS: ReadonlyMap<string, MethodFacts> = new Map(
  CONTRACTS.flatMap(({ rpc, operation, transaction, imageList }) =>
    rpc === undefined
      ? []
      : [
          [
            methodName(rpc),
            {
              operation,
              ...(transaction && { transaction }),
              mostMembers: imageList ? IMAGE_LIST : USUAL,
            },
          ],
        ],
  ),
);

/** The name of the method at an address, under whichever name its service is served. */
export function methodName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @throws Error a method of the proto files that is not listed here */
export function factsOf(path: string): MethodFacts {
  const facts = METHODS.get(methodName(path));
  if (facts === undefined) throw new Error(`${path}: no operation is known for it`);
  return facts;
}
