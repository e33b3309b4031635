/** The people whom clients have enrolled, for administration: finding, showing, erasing. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { ACCOUNTS } from '../../access/accounts/user.ts';
import type { Client } from '../../access/clients/client.ts';
import type { ClientRegistry } from '../../access/clients/clients.ts';
import { noneIf } from '../../errors.ts';
import type { ErasureOptions } from '../../templates/store.ts';
import { type StoredTemplate, TemplateCorrupted } from '../../templates/template.ts';
import { bcidOf, type OperationParts } from '../context.ts';
import { eraseFace } from '../face/delete-template.ts';
import { issueReceipt } from '../face/erasure-receipts.ts';
import { missingTemplate, readStatus, type TemplateStatus } from '../face/template-status.ts';
import { lastOwner } from '../rights.ts';

type Parts = Pick<OperationParts, 'templates' | 'audit' | 'outbox' | 'bookkeeping'> & {
  readonly clients: Pick<ClientRegistry, 'get'>;
};

type ReceiptParts = Parameters<typeof issueReceipt>[0];

/** Filters; absent members match everyone. */
export interface PeopleFilter {
  /** Only class ids above this. */
  readonly after: bigint | undefined;
  readonly limit: number;
  readonly tag?: string | undefined;
  /** `any`, `none`, or a reference. */
  readonly consent?: string | undefined;
}

/** Most templates to open for an answer: consents are sealed, so filtering has to open them. */
const MOST_OPENED = 5000;
const BATCH = 500;

/** The client of that id, or the built-in client of the accounts. @throws NotFound */
export async function clientOf({ clients }: Pick<Parts, 'clients'>, id: string): Promise<Client> {
  return id === ACCOUNTS.id ? ACCOUNTS : clients.get(id);
}

/** People by class id. The next page begins after `next`, even of a short page. @throws NotFound */
export async function findPeople(parts: Parts, clientId: string, filter: PeopleFilter) {
  const client = await clientOf(parts, clientId);
  const found: StoredTemplate[] = [];
  let { after } = filter;
  for (let opened = 0; opened < MOST_OPENED; ) {
    const from = after === undefined ? undefined : bcidOf(client, after);
    const limit = isOpen(filter) ? filter.limit - found.length + 1 : BATCH;
    const page = await parts.templates.page(
      { storage: client.storage, partition: client.partition, tag: filter.tag },
      { after: from, limit },
    );
    opened += page.length;
    for (const one of page) {
      if (found.length === filter.limit) return answer(found, after!);
      after = one.bcid.classId;
      if (matches(one, filter)) found.push(one);
    }
    if (page.length < limit) return answer(found, null);
  }
  return answer(found, after!);
}

const isOpen = ({ tag, consent }: PeopleFilter) => tag === undefined && consent === undefined;

/** Tags beside the record only speed up the search. The sealed tags count. */
function matches({ template }: StoredTemplate, { tag, consent }: PeopleFilter): boolean {
  if (template instanceof Error) return tag === undefined && consent === undefined;
  if (tag !== undefined && !template.tags.includes(tag)) return false;
  if (consent === undefined) return true;
  const given = template.consent?.reference;
  if (consent === 'any') return given !== undefined;
  return consent === 'none' ? given === undefined : given === consent;
}

function answer(found: readonly StoredTemplate[], next: bigint | null) {
  return {
    templates: found.map(({ bcid: { classId }, template }) => {
      const known = template instanceof Error ? undefined : template;
      const { enrolled = null, updated = null, tags = [], encoderVersion = 0 } = known ?? {};
      const featureVectors = known?.features.length ?? 0;
      const consent = known?.consent?.reference ?? null;
      const intact = known !== undefined;
      return { classId, intact, enrolled, updated, tags, consent, encoderVersion, featureVectors };
    }),
    next,
  };
}

/** Jobs of a person to show, and to export. */
const [MOST_SHOWN, MOST_HANDED_OUT] = [100, 1000];

/** The data of a person without pictures, and whether it is intact. @throws NotFound */
export async function describePerson(parts: Parts, clientId: string, classId: bigint) {
  const client = await clientOf(parts, clientId);
  const status = await readStatus(parts.templates, bcidOf(client, classId)).catch(
    noneIf(TemplateCorrupted),
  );
  const known: Partial<TemplateStatus> = status ?? {};
  const { thumbnails: _, available = true, ...template } = known;
  const history = await jobsOf(parts, client, classId, MOST_SHOWN);
  return {
    client: clientId,
    available,
    ...template,
    classId,
    intact: status !== undefined,
    history,
  };
}

/** Newest first. Jobs older than the client belong to an earlier client with its id. */
const jobsOf = (
  { bookkeeping }: Pick<Parts, 'bookkeeping'>,
  { id, created }: Client,
  classId: bigint,
  limit: number,
) => bookkeeping.list({ clientId: id, classId, since: created, limit });

/** The thumbnails of a person. @throws NotFound no such client; TemplateCorrupted */
export async function personThumbnails(parts: Parts, clientId: string, classId: bigint) {
  const client = await clientOf(parts, clientId);
  return (await readStatus(parts.templates, bcidOf(client, classId), true)).thumbnails;
}

/** All data of a person, with pictures but without vectors. */
export async function personData(parts: Parts, clientId: string, classId: bigint) {
  const client = await clientOf(parts, clientId);
  const thumbnails = await personThumbnails(parts, clientId, classId);
  const { history: _, ...person } = await describePerson(parts, clientId, classId);
  const jobs = await jobsOf(parts, client, classId, MOST_HANDED_OUT);
  return { ...person, thumbnails, jobs };
}

/** Erases the template, with receipt. @throws NotFound; PermissionDenied last owner's face */
export async function erasePerson(
  parts: Parts & ReceiptParts & FaceOwners,
  actor: string,
  clientId: string,
  classId: bigint,
): Promise<{ readonly receipt: string }> {
  const { storage, partition } = await clientOf(parts, clientId);
  const known = await describePerson(parts, clientId, classId);
  const { history: _, available: __, ...was } = known;
  const { receipt, entry } = await issueReceipt(parts, {
    ...{ what: 'template', storage, partition, ...was },
    classId: String(classId),
  });
  const requireOwner = clientId === ACCOUNTS.id ? await ownerLeft(parts, classId) : undefined;
  const bcid = { storage, partition, classId };
  const erased = await eraseFace(parts, bcid, { step: requireOwner });
  if (erased === undefined) throw missingTemplate(classId);
  const details = { what: 'template', ...bcid, erased, ...entry };
  await parts.audit.append({ event: 'erasure', actor, clientId, details });
  return { receipt };
}

interface FaceOwners {
  readonly accounts: Pick<Accounts, 'users' | 'positions'>;
}

/** Refuses, in the transaction of the erasure, to leave no owner who can sign in. */
async function ownerLeft(
  { accounts }: FaceOwners,
  classId: bigint,
): Promise<ErasureOptions['step']> {
  const user = await accounts.users.findByClass(classId);
  if (user === undefined) return undefined;
  return async (trx) => {
    if (await accounts.positions.isLastOwner(trx, user.id)) throw lastOwner(user);
  };
}
