/** The gRPC methods, by the contracts that name them. */
import { CONTRACTS } from '../../contract/all.ts';
import type { Contract } from '../../contract/contract.ts';

export const METHODS = CONTRACTS.flatMap((contract) => {
  const [service, name] = contract.rpc?.split('/') ?? [];
  return service === undefined || name === undefined ? [] : [{ service, name, contract }];
});

/** By the name of the method alone, because a service may have other names. */
const BY_NAME = new Map<string, Contract>();
for (const { name, contract } of METHODS) {
  if (BY_NAME.has(name)) throw new Error(`${contract.rpc}: another service has a method ${name}`);
  BY_NAME.set(name, contract);
}

/** The method's name in a path, whatever the name of its service. */
export function methodName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @throws Error no contract has this method of the proto files */
export function contractAt(path: string): Contract {
  const contract = BY_NAME.get(methodName(path));
  if (contract === undefined) throw new Error(`${path}: no operation is known for it`);
  return contract;
}
