/** What was acknowledged is stored, and every process finds just what is stored. */
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { TEST_MASTER_KEY } from '../../testing/models.ts';
import { isLinearizable } from '../kill/history.ts';
import { openWorkplace } from '../kill/workplace.ts';
import { becomes, type Service } from '../service.ts';
import type { Fleet } from './fleet.ts';
import type { Traffic } from './traffic.ts';

/** Seconds, of which a gallery needs less than one for what another process wrote. */
const PATIENCE = 20;

/** @returns broken promises, in words */
export async function disagreements(fleet: Fleet, traffic: Traffic): Promise<readonly string[]> {
  const location = { dataDir: fleet.postgres.dataDir, databaseUrl: fleet.postgres.url };
  const workplace = await openWorkplace({ location, masterKey: TEST_MASTER_KEY });
  try {
    const { faults } = await verifyRows(workplace.database, workplace.keyRing.derive);
    const broken = faults.map(({ table, message }) => `${table}: ${message}`);
    if (!(await workplace.audit.verify()).intact) broken.push('the audit trail is broken');
    const { storage, partition } = await workplace.clients.get('demo');
    // The members of the group.
    const stored = new Set(traffic.images.map((_, i) => i + 1));
    const at = Number.MAX_SAFE_INTEGER;
    for (const [classId, changes] of traffic.changes) {
      const bcid = { storage, partition, classId: BigInt(classId) };
      const isStored = (await workplace.templates.read(bcid)) !== undefined;
      if (isStored) stored.add(classId);
      const answer = isStored ? 'enrolled' : null;
      const look = { operation: { kind: 'read' }, called: at, answered: { at, answer } } as const;
      if (!isLinearizable(null, [...changes, look]))
        broken.push(`class ${classId}: what was answered does not lead to ${answer}`);
    }
    for (const service of fleet.services) {
      let what: string | undefined;
      const equal = async () => {
        what = await unlike(service, traffic.images, stored);
        return what === undefined;
      };
      if (!(await becomes(PATIENCE, equal))) broken.push(`${service.running.url}: ${what}`);
    }
    return broken;
  } finally {
    await workplace.database.close();
  }
}

/** How a process's gallery differs from what is stored. */
async function unlike(
  service: Service,
  images: readonly string[],
  stored: ReadonlySet<number>,
): Promise<string | undefined> {
  const ready = await service.readyz();
  if (ready.status !== 200) return `it is not ready: ${ready.text}`;
  const metrics = await (await fetch(`${service.running.url}/metrics`)).text();
  const held = Number(/^prosopon_gallery_classes (\d+)/m.exec(metrics)?.[1]);
  if (held !== stored.size) return `its gallery holds ${held} of ${stored.size} people`;
  const found = new Set<number>();
  for (const image of images) {
    const search = { images: [{ image }], topMatches: false };
    const { status, text } = await service.call('/api/face/v1/search', search);
    if (status !== 200) return `a search was answered ${status} ${text}`;
    for (const [, classId] of text.matchAll(/"classId":(\d+)/g)) found.add(Number(classId));
  }
  const lost = stored.difference(found);
  if (lost.size > 0) return `it does not find ${[...lost].join(', ')}`;
  const left = found.difference(stored);
  return left.size > 0 ? `it still finds ${[...left].join(', ')}` : undefined;
}
