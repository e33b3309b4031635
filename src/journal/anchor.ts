/**
 * Records outside the database how far it had come: the end of the audit trail. An older copy of
 * the whole database, put back, has not come as far.
 */

import { createHmac, createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { giveToOwner } from '../config/owner.ts';
import { readIfThere } from '../config/regular-file.ts';
import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';
import { findRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import type { AuditPosition } from './audit.ts';
import { type AuditChain, createAuditChain, readMark, same } from './audit-chain.ts';

export type Anchor = ReturnType<typeof createAnchor>;

/** The database is no older, but how far it has come could not be recorded. */
export class AnchorNotWritten extends Error {
  override readonly name = 'AnchorNotWritten';
}

/** End of the trail. Undefined: it is empty. */
type Head = AuditPosition | undefined;

/** @param dataDir holds the file `anchor` */
export function createAnchor(
  dataDir: string,
  { db, onDisk }: Pick<Database, 'db' | 'onDisk'>,
  keyRing: Pick<KeyRing, 'derive'>,
) {
  const path = join(dataDir, 'anchor');
  const key = createSecretKey(keyRing.derive('anchor'));
  const chain = createAuditChain(keyRing);
  // Always reads the file first: changes by others since then only take the database further.
  const compareWithFile = async () => {
    const text = await readIfThere(path).catch(unlessForbidden);
    const now = await headOf(db, chain);
    if (text === undefined) return { now, problem: undefined };
    if (text instanceof Error) return { now, problem: `${path} cannot be read (${text.code})` };
    const then = read(key, text);
    const problem =
      then === undefined
        ? `${path} was changed, or made with another master key`
        : await trailProblem(db, chain, then.head, now);
    return { now, problem };
  };
  const write = async (head: Head) => {
    // Otherwise a power failure could leave the database behind what is noted here.
    await onDisk();
    const draft = `${path}.${randomUUID()}.part`;
    try {
      await writeFile(draft, textOf(key, head), { mode: 0o600, flag: 'wx', flush: true });
      giveToOwner(draft);
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  };
  return {
    /** Evidence that the database is older; undefined: none. @throws AuditTrailBroken */
    problem: async () => (await compareWithFile()).problem,
    /**
     * Records how far the database has come, unless there is a problem, which it returns.
     * @throws AnchorNotWritten; AuditTrailBroken
     */
    async renew() {
      const { now, problem } = await compareWithFile();
      if (problem === undefined)
        await write(now).catch((cause: unknown) => {
          throw new AnchorNotWritten(String(cause), { cause });
        });
      return problem;
    },
    /** Accepts the database as it is now. */
    accept: async () => write(await headOf(db, chain)),
  };
}

/** An anchor that may not be read says nothing, so it must not count as none. */
function unlessForbidden(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  if (error.code === 'EACCES' || error.code === 'EPERM') return error;
  throw error;
}

async function headOf(db: Kysely<Schema>, chain: AuditChain): Promise<Head> {
  const head = await readMark(db, chain, 'head');
  return head && { seq: head.seq, hash: head.hash.toString('hex') };
}

async function trailProblem(
  db: Kysely<Schema>,
  chain: AuditChain,
  then: Head,
  now: Head,
): Promise<string | undefined> {
  if (then === undefined) return undefined;
  const { seq } = then;
  if (now === undefined || now.seq < seq)
    return `the audit trail ends with entry ${now?.seq ?? 0}, and had reached entry ${seq}`;
  const entry = await findRow(db, 'audit_entries', { seq });
  // Entries past their retention are gone, up to a sealed mark.
  if (entry === undefined && ((await readMark(db, chain, 'floor'))?.seq ?? 0n) >= seq) return;
  if (entry !== undefined && same(entry.hash, Buffer.from(then.hash, 'hex'))) return undefined;
  return `entry ${seq} of the audit trail is another one than before`;
}

const codeOf = (key: KeyObject, body: string) =>
  createHmac('sha256', key).update(`prosopon anchor 1 ${body}`).digest('hex');

/** A line of JSON, and its code on the next line. */
function textOf(key: KeyObject, head: Head): string {
  const body = JSON.stringify({ head: head && { seq: `${head.seq}`, hash: head.hash } });
  return `${body}\n${codeOf(key, body)}\n`;
}

/** Undefined: it was not written with this key. */
function read(key: KeyObject, text: string): { readonly head: Head } | undefined {
  const [body = '', code = ''] = text.split('\n');
  if (!same(Buffer.from(code), Buffer.from(codeOf(key, body)))) return undefined;
  const { head } = JSON.parse(body) as {
    readonly head?: { readonly seq: string; readonly hash: string };
  };
  return { head: head && { seq: BigInt(head.seq), hash: head.hash } };
}
