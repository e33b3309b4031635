/** References in a call's metadata, which are recorded and echoed. */
import type { Metadata } from '@grpc/grpc-js';
import type { Context } from '../../operations/context.ts';
import { headerText, transactionMissing } from '../header-text.ts';

/** The context with references, echoed in `header`. @throws InvalidArgument no transaction */
export function withReferences(
  context: Context,
  metadata: Metadata,
  header: Metadata,
  transaction: 'required' | undefined,
): Context {
  const referenceNumber = echoed(metadata, header, 'reference-number', 'Reference-Number');
  const named = { ...context, ...(referenceNumber === undefined ? {} : { referenceNumber }) };
  if (transaction === undefined) return named;
  const transactionId = echoed(metadata, header, 'transaction-id', 'Transaction-ID');
  if (transactionId === undefined) throw transactionMissing();
  return { ...named, transactionId };
}

function echoed(metadata: Metadata, header: Metadata, key: string, name: string) {
  const [given] = metadata.get(key);
  const text = headerText(given === undefined ? undefined : String(given), name);
  if (text !== undefined) header.set(key, text);
  return text;
}
