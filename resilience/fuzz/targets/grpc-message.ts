import { CONTRACTS } from '../../../src/contract/all.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { readRequest } from '../../../src/contract/requests.ts';
import { InvalidArgument, InvalidImage } from '../../../src/errors.ts';
import { loadDefinitions, PACKAGE, serviceOf } from '../../../src/protocols/grpc/definitions.ts';
import { MESSAGE_NOTATION } from '../../../src/protocols/grpc/messages.ts';
import { Broken, type Target } from '../target.ts';

const MOST_MEMBERS = 1000;
const definitions = loadDefinitions();
const methods = (CONTRACTS as readonly Contract[]).flatMap((contract) => {
  if (contract.rpc === undefined) return [];
  const [service, method] = contract.rpc.split('/') as [string, string];
  const found = serviceOf(definitions, `${PACKAGE}.${service}`)[method];
  return found === undefined ? [] : [{ contract, found }];
});

/** Number of values on all levels. */
const values = (given: unknown): number =>
  typeof given !== 'object' || given === null || given instanceof Uint8Array
    ? 1
    : Object.values(given).reduce((sum: number, member) => sum + values(member), 1);

const bytes = (...given: readonly number[]) => Uint8Array.from(given);

/** The first byte selects the method; the others are its message. */
export const target: Target = {
  seeds: methods.flatMap((_, i) => [
    bytes(i, 0x08, 0x05, 0x12, 0x03, 0x0a, 0x01, 0x41),
    bytes(i, 0x0a, 0x04, 0x0a, 0x02, 0x42, 0x4d, 0x0a, 0x02, 0x0a, 0x00, 0x1a, 0x01, 0x61),
  ]),
  isRefusal: (error) => [InvalidArgument, InvalidImage].some((kind) => error instanceof kind),
  parse(input) {
    const { contract, found } = methods[(input[0] ?? 0) % methods.length]!;
    const given = found.requestDeserialize(Buffer.from(input.subarray(1)));
    if (given instanceof InvalidArgument) throw given;
    // Members with a default appear although they were not sent.
    if (values(given) > 20 * MOST_MEMBERS) throw new Broken('more members than were counted');
    if (contract.request !== undefined) readRequest(contract.request, given, MESSAGE_NOTATION);
  },
};
