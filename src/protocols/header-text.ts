/** Free text in request headers: reads it, and refuses invalid text. */
import { isUtf8 } from 'node:buffer';
import { InvalidArgument } from '../errors.ts';

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]{1,256}$/u;

/** A header's text: at most 256 printable characters, UTF-8 or Latin-1. @throws InvalidArgument */
export function headerText(
  value: string | readonly string[] | undefined,
  name: string,
): string | undefined {
  if (value === undefined || value === '') return undefined;
  const octets = Buffer.from(String(value), 'latin1');
  const text = isUtf8(octets) ? octets.toString('utf8') : octets.toString('latin1');
  if (!PRINTABLE.test(text))
    throw new InvalidArgument(`${name}: expected at most 256 printable characters`);
  return text;
}

/** The error for an operation that needs a transaction and has none. */
export const transactionMissing = () =>
  new InvalidArgument(
    'Transaction-ID: mandatory for this operation. Send it as a header (gRPC: metadata), for ' +
      'example "Transaction-ID: case-4711"; the audit trail keeps it',
  );
