/** The audit trail: who searched for whom, and who changed what; it can grow, never change. */

export const AUDIT_EVENTS = [
  /** Search or identification. */
  'search',
  /** An administrator looked at the bookkeeping, the audit trail or data of a person. */
  'query',
  /** A stored template failed its check and was not used. */
  'template-corrupted',
  /** A stored row that grants something failed its check and was not used. */
  'row-refused',
  /** The rows of a database that an older release made were believed once, and sealed. */
  'rows-bound',
  /** The database was found rolled back, or that was accepted. */
  'rollback',
  /** A class had as many refused comparisons as it may in an hour, or they were forgotten. */
  'comparison-limit',
  'erasure',
  'key-rotation',
  'client-change',
  /** An account was made, disabled, given a role, a link, a second factor or a passkey. */
  'account-change',
  /** A sign-in link was mailed, used, or was not valid. */
  'mail-link',
  /** Another encoder or detector was chosen. */
  'model-change',
  /** Data left or entered the service in bulk: backup, restore, export, import. */
  'transfer',
  /** Entries whose time was over were removed from the trail. */
  'retention',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** What happened; times, amounts and class ids of it are in `details`. */
export interface AuditRecord {
  readonly event: AuditEvent;
  /** Who did it: the id of a client, an administrator's account, `cli:` and the system's user. */
  readonly actor: string;
  /** Where they called from: an address, or an IPv6 /64. Absent: it came over no network. */
  readonly address?: string | undefined;
  /** The client whose data it is about; its retention applies. */
  readonly clientId?: string | undefined;
  readonly jobId?: string;
  readonly referenceNumber?: string | undefined;
  readonly transactionId?: string | undefined;
  /** Members of JSON; also `Date`, and `bigint` for members named `classId`. */
  readonly details: object;
}

/** One line of the trail. */
export interface AuditEntry extends AuditRecord {
  readonly seq: bigint;
  /** When it was written. */
  readonly time: Date;
  /** False: the row was changed behind the service's back. */
  readonly intact: boolean;
}

export interface AuditFilter {
  /** Written at or after. */
  readonly from?: Date | undefined;
  /** Written before. */
  readonly to?: Date | undefined;
  readonly client?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly event?: AuditEvent | undefined;
  /** Who did it, as the trail names them. */
  readonly actor?: string | undefined;
  /** Whom it is about: a class id, or the id of an account. */
  readonly person?: string | undefined;
  /** Where it was done from: the `address` of entries. */
  readonly network?: string | undefined;
  /** The actor whose own looks are left out. */
  readonly looksOfOthers?: string | undefined;
}

export interface AuditPage extends AuditFilter {
  /** Most entries, 100 by default. */
  readonly limit?: number | undefined;
  /** Entries with a smaller `seq` only: that of the last one of the page before. */
  readonly before?: bigint | undefined;
}

/** A place in the trail: an entry and the hash that stands for it and all before it. */
export interface AuditPosition {
  readonly seq: bigint;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface VerifyAuditOptions {
  /** A position the trail had once; it must still have it. */
  readonly anchor?: AuditPosition;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface AuditReport {
  readonly intact: boolean;
  /** Entries that were checked. */
  readonly entries: number;
  /** Of these, whose content was removed when their retention was over. */
  readonly pruned: number;
  /** The end of the trail; undefined: it is empty. */
  readonly head: AuditPosition | undefined;
  /** The first thing that is wrong. */
  readonly problem: { readonly seq: bigint; readonly message: string } | undefined;
}
