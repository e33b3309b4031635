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

/** Of the method's name in a path, whatever its service is called. @throws Error there is none */
export function contractAt(path: string): Contract {
  const contract = BY_NAME.get(path.slice(path.lastIndexOf('/') + 1));
  if (contract === undefined) throw new Error(`${path}: no operation is known for it`);
  return contract;
}
