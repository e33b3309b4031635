/** The audit trail: who searched for whom, and who changed what. It grows, and never changes. */

export const AUDIT_EVENTS = [
  /** Search or identification. */
  'search',
  /** An administrator looked at the bookkeeping, the audit trail or data of a person. */
  'query',
  /** An administrator enrolled or verified somebody in the name of a client. */
  'by-hand',
  /** A stored template failed its check and was not used. */
  'template-corrupted',
  /** A stored row that grants something failed its check and was not used. */
  'row-refused',
  /** The database was found rolled back, or an administrator accepted that. */
  'rollback',
  /** A class reached its hourly limit of refused comparisons, or its count was reset. */
  'comparison-limit',
  'erasure',
  'key-rotation',
  'client-change',
  /** An account was made, disabled, given a role, a link, a second factor or a passkey. */
  'account-change',
  /** The provider of the organisation vouched for somebody, who was let in or not. */
  'provider-login',
  /** A sign-in link was mailed, used, or was not valid. */
  'mail-link',
  /** Another encoder or detector was selected. */
  'model-change',
  /** Data left or entered the service in bulk: backup, restore, export, import. */
  'transfer',
  /** Entries past their retention were removed from the trail. */
  'retention',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** An event; its times, amounts and class ids are in `details`. */
export interface AuditRecord {
  readonly event: AuditEvent;
  /**
   * The id of a client, an administrator's account, `oidc:` with issuer and subject of one without,
   * or `cli:` and the system's user.
   */
  readonly actor: string;
  /** Origin of the call: an address, or an IPv6 /64. Absent: not over a network. */
  readonly address?: string | undefined;
  /** The client whose data it concerns. Its retention applies. */
  readonly clientId?: string | undefined;
  readonly jobId?: string;
  readonly referenceNumber?: string | undefined;
  readonly transactionId?: string | undefined;
  /** Members of JSON; also `Date`, and `bigint` for members named `classId`. */
  readonly details: object;
}

/** An entry of the trail. */
export interface AuditEntry extends AuditRecord {
  readonly seq: bigint;
  /** When it was written. */
  readonly time: Date;
  /** False: the row was tampered with. */
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
  /** The actor's name in the trail. */
  readonly actor?: string | undefined;
  /** The person it concerns: a class id, or the id of an account. */
  readonly person?: string | undefined;
  /** The `address` of entries. */
  readonly network?: string | undefined;
  /** Leaves out queries by this actor. */
  readonly looksOfOthers?: string | undefined;
}

export interface AuditPage extends AuditFilter {
  /** Most entries, 100 by default. */
  readonly limit?: number | undefined;
  /** Only entries with a smaller `seq`, usually the last of the previous page. */
  readonly before?: bigint | undefined;
}

/** A place in the trail: an entry, and the hash over it and all earlier entries. */
export interface AuditPosition {
  readonly seq: bigint;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface VerifyAuditOptions {
  /** An earlier position of the trail; it must still be in it. */
  readonly anchor?: AuditPosition;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface AuditReport {
  readonly intact: boolean;
  /** Entries that were checked. */
  readonly entries: number;
  /** Of these, entries whose text was removed after their retention. */
  readonly pruned: number;
  /** The end of the trail; undefined: it is empty. */
  readonly head: AuditPosition | undefined;
  /** The first fault. */
  readonly problem: { readonly seq: bigint; readonly message: string } | undefined;
}
