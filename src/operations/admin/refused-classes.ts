/** Classes with refused comparisons in the last hour. Administrators may reset the count. */
import { ACCOUNTS } from '../../access/accounts/user.ts';
import type { ClientRegistry } from '../../access/clients/clients.ts';
import type { Bcid } from '../../bcid.ts';
import { NotFound, noneIf } from '../../errors.ts';
import type { OperationParts } from '../context.ts';

type Parts = Pick<OperationParts, 'refusedComparisons' | 'audit'> & {
  readonly clients: Pick<ClientRegistry, 'list'>;
};

/** Most refused first, with the least limit of their clients. @param clientId undefined: all */
export async function listRefusedClasses(
  { refusedComparisons, clients }: Parts,
  clientId?: string,
) {
  const all = [...(await clients.list()), ACCOUNTS];
  const mayTell = ({ storage, partition }: Bcid) =>
    clientId === undefined ||
    all.some((one) => one.id === clientId && hasPartition(one, { storage, partition }));
  return (await refusedComparisons.list())
    .filter(mayTell)
    .map(({ storage, partition, classId, ...counted }) => {
      const limits = all
        .filter((client) => hasPartition(client, { storage, partition }))
        // Nobody is told the settings of others that share the templates.
        .filter(({ id }) => clientId === undefined || id === clientId)
        .map(({ settings }) => settings.failedVerifications)
        .filter((limit) => limit > 0);
      const limit = limits.length === 0 ? null : Math.min(...limits);
      const atLimit = limit !== null && counted.refused >= limit;
      return { storage, partition, classId, ...counted, limit, atLimit };
    });
}

type Partition = Pick<Bcid, 'storage' | 'partition'>;

const hasPartition = (client: Partition, { storage, partition }: Partition): boolean =>
  client.storage === storage && client.partition === partition;

/** @param actor name in the audit trail @throws NotFound nothing is counted */
export async function forgetRefusals(parts: Parts, actor: string, bcid: Bcid): Promise<void> {
  if (!(await parts.refusedComparisons.clear(bcid)))
    throw new NotFound(`No comparison with class ${bcid.classId} was refused in the last hour.`);
  await parts.audit.append({
    event: 'comparison-limit',
    actor,
    details: { change: 'forgotten', ...bcid },
  });
}

/** The same for all classes of the client: a search may have blocked many at once. */
export async function forgetAllRefusals(
  parts: Parts,
  actor: string,
  clientId: string,
): Promise<void> {
  for (;;) {
    const listed = await listRefusedClasses(parts, clientId);
    if (listed.length === 0) return;
    for (const one of listed) {
      const { storage, partition, classId } = one;
      await forgetRefusals(parts, actor, { storage, partition, classId }).catch(noneIf(NotFound));
    }
  }
}
