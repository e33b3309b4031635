/** What administrators see and do: every look is in the audit trail before it is granted. */
import type { Accounts } from '../access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../access/accounts/user.ts';
import type { Client } from '../access/client.ts';
import type { ClientRegistry } from '../access/clients.ts';
import { NotFound } from '../errors.ts';
import { bcidOf, type OperationParts } from './context.ts';
import { eraseFace } from './delete-template.ts';

type Parts = Pick<OperationParts, 'templates' | 'audit' | 'replay' | 'outbox'> & {
  readonly clients: Pick<ClientRegistry, 'find'>;
};

/** Name of an administrator in the audit trail. */
export const administratorActor = ({ name }: Pick<User, 'name'>): string => `account:${name}`;

/** Users with what else is known about them. */
export async function describeUsers(
  { templates }: Pick<Parts, 'templates'>,
  { users, secondFactors }: Pick<Accounts, 'users' | 'secondFactors'>,
) {
  return Promise.all(
    (await users.list()).map(async ({ classId, ...user }) => ({
      ...user,
      enrolled: (await templates.summary(bcidOf(ACCOUNTS, classId))) !== undefined,
      secondFactor: await secondFactors.has(user.id),
    })),
  );
}

/** The client of that id, the built-in one of the accounts included. @throws NotFound */
async function clientOf({ clients }: Parts, id: string): Promise<Client> {
  const client = id === ACCOUNTS.id ? ACCOUNTS : await clients.find(id);
  if (client === undefined) throw new NotFound(`There is no client ${id}.`);
  return client;
}

/** Templates of the client in the order of class ids, from behind `after`. @throws NotFound */
export async function listTemplates(
  parts: Parts,
  clientId: string,
  { after, limit }: { readonly after: bigint | undefined; readonly limit: number },
) {
  const client = await clientOf(parts, clientId);
  const found = await parts.templates.page(client, {
    after: after === undefined ? undefined : bcidOf(client, after),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  return {
    templates: page.map(({ bcid: { classId }, template }) => {
      const known = template instanceof Error ? undefined : template;
      const { enrolled = null, updated = null, tags = [], encoderVersion = 0 } = known ?? {};
      const featureVectors = known?.features.length ?? 0;
      const intact = known !== undefined;
      return { classId, intact, enrolled, updated, tags, encoderVersion, featureVectors };
    }),
    next: found.length > limit ? page.at(-1)!.bcid.classId : null,
  };
}

/** Erases a template of the client. @throws NotFound */
export async function eraseTemplate(
  parts: Parts,
  actor: string,
  clientId: string,
  classId: bigint,
): Promise<void> {
  const client = await clientOf(parts, clientId);
  if (!(await eraseFace(parts, bcidOf(client, classId))))
    throw new NotFound(`No biometric face template exists for class ${classId}.`);
  await parts.audit.append({
    event: 'erasure',
    actor,
    clientId,
    details: { what: 'template', classId },
  });
}
