/** Proof of an erasure: a signed receipt whose digest is in the audit trail. */
import { createHash } from 'node:crypto';
import type { Accounts } from '../../access/accounts/accounts.ts';
import { ago, MINUTE_MS } from '../../durations.ts';
import type { AuditEntry } from '../../journal/audit.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';

interface Parts {
  readonly accounts: Pick<Accounts, 'receipts'>;
  readonly audit: Pick<AuditTrail, 'list'>;
}

/** A receipt. It is valid, and may be handed out, once its digest is in the trail. */
export interface IssuedReceipt {
  readonly receipt: string;
  /** For the entry of the erasure. It does not reveal who was erased. */
  readonly entry: { readonly receipt: string };
}

const digestOf = (receipt: string): string => createHash('sha256').update(receipt).digest('hex');

/** Call before the erasure, while the data to erase is known. */
export async function issueReceipt(
  { accounts }: Pick<Parts, 'accounts'>,
  erased: object,
): Promise<IssuedReceipt> {
  const receipt = await accounts.receipts.sign(erased);
  return { receipt, entry: { receipt: digestOf(receipt) } };
}

/** An erasure ends soon after its receipt was signed; clocks of processes differ a little. */
const [BEFORE_MS, AFTER_MS] = [MINUTE_MS, 10 * MINUTE_MS];
const MOST_ENTRIES = 1000;

/** Whether the service signed the receipt and the trail has its `entry`. @throws InvalidArgument */
export async function checkReceipt({ accounts, audit }: Parts, text: string) {
  const receipt = text.trim();
  const { id, issued, erased, signed } = await accounts.receipts.read(receipt);
  const entry = await entryOf(audit, digestOf(receipt), issued);
  return { id, issued, erased, signed, entry: entry ?? null, proven: entry?.intact === true };
}

async function entryOf(
  audit: Parts['audit'],
  digest: string,
  issued: Date,
): Promise<AuditEntry | undefined> {
  const times = {
    from: ago(issued, BEFORE_MS),
    to: new Date(issued.getTime() + AFTER_MS),
  };
  for (let before: bigint | undefined; ; ) {
    const filter = { event: 'erasure' as const, ...times, before, limit: MOST_ENTRIES };
    const entries = await audit.list(filter);
    const found = entries.find(
      ({ details }) => (details as { receipt?: string }).receipt === digest,
    );
    if (found !== undefined || entries.length < MOST_ENTRIES) return found;
    before = entries.at(-1)!.seq;
  }
}
