/** Free text in request headers: reads it, and refuses invalid text. */
import { isUtf8 } from 'node:buffer';
import { InvalidArgument } from '../errors.ts';
import { isPrintableWithin } from '../text/printable-text.ts';

const MOST_CHARACTERS = 256;

/** A header's text: at most 256 printable characters, UTF-8 or Latin-1. @throws InvalidArgument */
export function headerText(
  value: string | readonly string[] | undefined,
  name: string,
): string | undefined {
  if (value === undefined || value === '') return undefined;
  const octets = Buffer.from(String(value), 'latin1');
  const text = isUtf8(octets) ? octets.toString('utf8') : octets.toString('latin1');
  if (!isPrintableWithin(text, MOST_CHARACTERS))
    throw new InvalidArgument(`${name}: expected at most ${MOST_CHARACTERS} printable characters`);
  return text;
}

/** The error for an operation that needs a transaction and has none. */
export const transactionMissing = () =>
  new InvalidArgument(
    'Transaction-ID: mandatory for this operation. Send it as a header (gRPC: metadata), for ' +
      'example "Transaction-ID: case-4711"; the audit trail keeps it',
  );
