/** Requests and answers of the contracts as the messages of the proto files. */
import type { Notation } from '../../contract/requests.ts';
import { mapLeaves } from '../../contract/wire.ts';

/** An image is bytes, or a message that holds them; what is not sent is empty. */
export const MESSAGE_NOTATION: Notation = {
  bytes(given) {
    if (given instanceof Uint8Array) return given;
    return (given as { readonly image: Uint8Array } | null)?.image ?? new Uint8Array();
  },
  isAbsent: (value) =>
    value === undefined ||
    value === null ||
    value === '' ||
    (value instanceof Uint8Array && value.length === 0),
};

/** Members that the message does not have are left out when it is written. */
export function messageOf(answer: object): object {
  return mapLeaves(answer, fieldOf) as object;
}

function fieldOf(leaf: unknown): unknown {
  if (typeof leaf === 'bigint') return String(leaf);
  if (leaf instanceof Date) return timestamp(leaf);
  return leaf === '' ? undefined : leaf;
}

function timestamp(date: Date) {
  const ms = date.getTime();
  return { seconds: String(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1_000_000 };
}
