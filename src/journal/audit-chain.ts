/** Writes, keys and links entries of the audit trail, so that every change is detected. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { KeyRing } from '../sealing/keys.ts';
import { findRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { exactNumber } from '../text/exact-json.ts';
import type { AuditEntry, AuditRecord } from './audit.ts';

/** The link before the first entry. */
export const GENESIS = Buffer.alloc(32);

/** The audit trail is broken or was cut short. Nothing is appended to it. */
export class AuditTrailBroken extends Error {
  override readonly name = 'AuditTrailBroken';
}

/** A mark whose seal is valid. */
export interface Mark {
  readonly seq: bigint;
  readonly hash: Buffer;
}

/**
 * HMAC-SHA-256 under a key that is derived from the master key and not in the database. Write
 * access to the database is therefore not enough to forge the chain. `digest` covers an entry;
 * `link` joins it to all earlier entries. The text of an entry can be removed without breaking the
 * chain.
 */
export type AuditChain = ReturnType<typeof createAuditChain>;

export function createAuditChain(keyRing: Pick<KeyRing, 'derive'>) {
  const key = keyRing.derive('audit trail');
  const probeKey = keyRing.derive('audit probes');
  const mac = (purpose: string, ...parts: readonly Uint8Array[]) => {
    const hmac = createHmac('sha256', key).update(`prosopon audit ${purpose} 1\0`);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  };
  return {
    digest: (entry: string) => mac('entry', Buffer.from(entry, 'utf8')),
    link: (seq: bigint, previous: Uint8Array, digest: Uint8Array) =>
      mac('link', bytesOf(seq), previous, digest),
    /** Seal of an entry that was removed because its retention was over. */
    pruned: (seq: bigint, digest: Uint8Array) => mac('pruned', bytesOf(seq), digest),
    mark: (name: Schema['audit_marks']['name'], { seq, hash }: Mark) =>
      mac(`mark ${name}`, bytesOf(seq), hash),
    probe: (image: Uint8Array) => createHmac('sha256', probeKey).update(image).digest(),
  };
}

function bytesOf(seq: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(seq);
  return bytes;
}

export const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/** Reads a mark. @throws AuditTrailBroken its seal does not hold */
export async function readMark(
  db: Kysely<Schema>,
  chain: AuditChain,
  name: Schema['audit_marks']['name'],
): Promise<Mark | undefined> {
  const row = await findRow(db, 'audit_marks', { name });
  if (row === undefined) return undefined;
  const mark = { seq: row.seq, hash: Buffer.from(row.hash) };
  if (!same(row.seal, chain.mark(name, mark)))
    throw new AuditTrailBroken(`the mark of the ${name} of the audit trail was changed`);
  return mark;
}

/** Canonical JSON: members sorted by name, class ids with all their digits. */
function encodeEntry(seq: bigint, time: Date, record: AuditRecord): string {
  return JSON.stringify(canonical({ ...record, seq, time }));
}

function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return exactNumber(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}

const EXACT = new Set(['seq', 'classId']);

type StoredEntry = Omit<AuditEntry, 'time' | 'intact'> & { readonly time: string };

function decodeEntry(text: string): StoredEntry {
  return JSON.parse(text, (name, value, context?: { readonly source?: string }) =>
    typeof value === 'number' && EXACT.has(name) ? BigInt(context?.source ?? value) : value,
  ) as StoredEntry;
}

/** The row of an entry, linked to the previous one. */
export function toRow(
  chain: AuditChain,
  previous: Mark,
  record: AuditRecord,
): Schema['audit_entries'] {
  const seq = previous.seq + 1n;
  const time = new Date();
  const entry = encodeEntry(seq, time, record);
  const digest = chain.digest(entry);
  return {
    seq,
    time: time.toISOString(),
    event: record.event,
    client_id: record.clientId ?? null,
    transaction_id: record.transactionId ?? null,
    entry,
    digest,
    hash: chain.link(seq, previous.hash, digest),
    pruned: null,
  };
}

/** The entry of a row that has its text, and whether the text is as it was written. */
export function toEntry(
  chain: AuditChain,
  row: Schema['audit_entries'] & { readonly entry: string },
): AuditEntry {
  if (!same(row.digest, chain.digest(row.entry))) return changedEntry(row);
  const { time, ...stored } = decodeEntry(row.entry);
  const intact =
    stored.seq === row.seq &&
    time === row.time &&
    stored.event === row.event &&
    (stored.clientId ?? null) === row.client_id &&
    (stored.transactionId ?? null) === row.transaction_id &&
    row.pruned === null;
  return { ...stored, seq: row.seq, time: new Date(time), intact };
}

/** Stands in for an entry whose text was changed. */
function changedEntry(row: Schema['audit_entries']): AuditEntry {
  return {
    seq: row.seq,
    time: new Date(row.time ?? 0),
    event: (row.event ?? 'query') as AuditEntry['event'],
    actor: '',
    details: { changed: row.entry },
    intact: false,
  };
}
