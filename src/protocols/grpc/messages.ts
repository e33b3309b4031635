/** Converts requests and responses of the contracts to messages of the proto files. */
import type { Notation } from '../../contract/requests.ts';
import { mapLeaves } from '../../contract/wire.ts';

/** An image is bytes, or a message that holds them. Members that were not sent are empty. */
export const MESSAGE_NOTATION: Notation = {
  bytes(given) {
    if (given instanceof Uint8Array) return given;
    return (given as { readonly image: Uint8Array } | null)?.image ?? new Uint8Array();
  },
  isAbsent: (value) =>
    value === undefined || value === null || (value instanceof Uint8Array && value.length === 0),
};

/** Members that are unknown to the message are dropped when it is written. */
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
