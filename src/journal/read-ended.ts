/** What the audit trail says was ended by name. */
import type { AuditEntry, AuditEvent } from './audit.ts';
import type { AuditTrail } from './audit-trail.ts';

type Details = Readonly<Record<string, unknown>>;
export interface Partition {
  readonly storage: string;
  readonly partition: string;
}

/** What entries say last. Times are those of the end; what is dated later is another thing. */
export interface Ended {
  /** By user: JSON of the position, or `null`. */
  readonly positions: Map<string, string>;
  readonly disabled: Set<string>;
  readonly users: Set<string>;
  readonly secondFactors: Map<string, string>;
  readonly passkeys: Set<string>;
  /** By user and id: when each browser was forgotten. */
  readonly browsers: Map<string, string>;
  /** By user: from when the recovery codes are that may be there. */
  readonly recoveryCodes: Map<string, string>;
  readonly clients: Map<string, string>;
  /** By client: when its secret in force was made. */
  readonly secrets: Map<string, string>;
  readonly olderSecrets: Set<string>;
  /** By client: its newest key. Others have an end. */
  readonly newestKeys: Map<string, string>;
  /** Ids of ended keys and deleted webhooks. */
  readonly keys: Set<string>;
  readonly webhooks: Set<string>;
  /** By partition: when each class was erased. */
  readonly classes: Map<string, { readonly of: Partition; readonly times: Map<bigint, string> }>;
  readonly partitions: Map<string, { readonly of: Partition; readonly time: string }>;
}

export async function readEnded(audit: Pick<AuditTrail, 'stream'>): Promise<Ended> {
  const ended: Ended = {
    ...{ positions: new Map(), disabled: new Set(), users: new Set() },
    ...{ secondFactors: new Map(), passkeys: new Set(), clients: new Map() },
    ...{ browsers: new Map(), recoveryCodes: new Map() },
    ...{ secrets: new Map(), olderSecrets: new Set(), newestKeys: new Map() },
    ...{ keys: new Set(), webhooks: new Set(), classes: new Map(), partitions: new Map() },
  };
  const read = async (event: AuditEvent, note: (ended: Ended, entry: AuditEntry) => void) => {
    for await (const entry of audit.stream({ event })) if (entry.intact) note(ended, entry);
  };
  await read('account-change', noteAccountChange);
  await read('client-change', noteClientChange);
  await read('erasure', noteErasure);
  return ended;
}

function noteAccountChange(ended: Ended, { time, details }: AuditEntry): void {
  const { change, user, position, passkey, browser, made } = details as Details;
  if (typeof user !== 'string') return;
  if (change === 'created' || change === 'role')
    ended.positions.set(user, JSON.stringify(position ?? null));
  if (change === 'disabled') ended.disabled.add(user);
  if (change === 'enabled') ended.disabled.delete(user);
  if (change === 'passkey removed' && typeof passkey === 'string') ended.passkeys.add(passkey);
  if (change === 'browser forgotten') ended.browsers.set(`${user} ${browser}`, time.toISOString());
  if (change === 'recovery codes made') ended.recoveryCodes.set(user, String(made));
}

function noteClientChange(ended: Ended, { clientId = '', time, details }: AuditEntry): void {
  const { change, keyId, created, webhook, storage, partition, erased } = details as Details;
  switch (change) {
    case 'created':
      ended.clients.delete(clientId);
      break;
    case 'deleted with its templates':
      ended.partitions.set(`${storage}.${partition}`, {
        of: { storage: String(storage), partition: String(partition) },
        time: String(erased ?? time.toISOString()),
      });
      noteDeletion(ended, clientId, time);
      break;
    case 'deleted':
      noteDeletion(ended, clientId, time);
      break;
    case 'secret rotated':
      if (typeof created === 'string') ended.secrets.set(clientId, created);
      ended.olderSecrets.delete(clientId);
      break;
    case 'older secret ended':
      ended.olderSecrets.add(clientId);
      break;
    case 'key rotated':
      ended.newestKeys.set(clientId, String(keyId));
      break;
    case 'key ended':
      ended.keys.add(String(keyId));
      break;
    case 'webhook deleted':
      ended.webhooks.add(String(webhook));
  }
}

/** Its administrators have lost their role as well, and a client of that id is a new one. */
function noteDeletion(ended: Ended, clientId: string, time: Date): void {
  ended.clients.set(clientId, time.toISOString());
  for (const ofClient of [ended.secrets, ended.newestKeys]) ofClient.delete(clientId);
  ended.olderSecrets.delete(clientId);
}

function noteErasure(ended: Ended, { time, details }: AuditEntry): void {
  const { what, user, classId, storage, partition, erased } = details as Details;
  const at = String(erased ?? time.toISOString());
  if (what === 'account' && typeof user === 'string') ended.users.add(user);
  if (what === 'second factor') {
    ended.secondFactors.set(String(user), at);
    ended.recoveryCodes.set(String(user), at);
  }
  if (typeof classId !== 'bigint' || storage === undefined) return;
  const of = { storage: String(storage), partition: String(partition) };
  const name = `${of.storage}.${of.partition}`;
  const known = ended.classes.get(name) ?? { of, times: new Map<bigint, string>() };
  known.times.set(classId, at);
  ended.classes.set(name, known);
}
