/** Matters for an administrator, found on the machine, in the data and in the service's memory. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DAY_MS } from '../../durations.ts';
import { RECOMMENDED_MISSING } from '../../faces/encoding/encoders.ts';
import { PAD_DAMAGED, PAD_MISSING } from '../../faces/liveness/pad-finder.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import type { WebhookRegistry } from '../../webhooks/registry.ts';
import type { ActiveEngine } from '../active-engine.ts';
import { freeSpace, LITTLE_SPACE, NO_SPACE } from './free-space.ts';

/** The service's machine. */
export interface HostFacts {
  readonly dataDir: string;
  /** Undefined: the master key is apart from the data that it protects. */
  readonly keyBesideData?: string;
  /** PEM files of the certificates that the service itself presents. */
  readonly certificates: readonly string[];
}

/** `bad`: something does not work, or soon will not. */
export type HealthIssue = { readonly severity: 'bad' | 'warn' } & (
  | { readonly kind: 'liveness-models' | 'damaged-liveness-models' | 'better-encoder' }
  /** Another missing part, in the service's words. */
  | { readonly kind: 'models'; readonly problem: string }
  | { readonly kind: 'damaged-templates' | 'outdated-templates'; readonly count: number }
  | { readonly kind: 'key-beside-data'; readonly path: string }
  | { readonly kind: 'disk'; readonly path: string; readonly free: number }
  | { readonly kind: 'certificate'; readonly path: string; readonly until: Date }
  | { readonly kind: 'unreadable-certificate'; readonly path: string }
  | { readonly kind: 'no-backup' }
  | { readonly kind: 'old-backup'; readonly latest: Date }
  | {
      readonly kind: 'failing-webhook' | 'disabled-webhook';
      readonly url: string;
      readonly since: Date;
    }
);

interface HealthIssueParts {
  readonly activeEngine: Pick<ActiveEngine, 'status'>;
  readonly webhooks: Pick<WebhookRegistry, 'list'>;
  readonly audit: Pick<AuditTrail, 'list'>;
  /** Absent: unknown. */
  readonly hostFacts?: HostFacts;
}

/** Days: certificates are renewed a month early; backups run nightly or weekly. */
const [NEAR_END, OLD_BACKUP] = [14, 8];
const TRANSFERS_PAGE = 500;

/** Most urgent first. */
export async function listHealthIssues(
  parts: HealthIssueParts,
  now = new Date(),
): Promise<readonly HealthIssue[]> {
  const { hostFacts } = parts;
  const found = await Promise.all([
    modelIssues(parts),
    webhookIssues(parts),
    hostFacts === undefined ? [] : placeNeeds(hostFacts, now),
    backupIssues(parts, now),
  ]);
  return found.flat().sort((one, other) => urgency(one) - urgency(other));
}

const urgency = ({ severity }: HealthIssue) => (severity === 'bad' ? 0 : 1);

async function modelIssues({ activeEngine }: HealthIssueParts): Promise<readonly HealthIssue[]> {
  const { gallery, missing } = activeEngine.status();
  const { corrupted, otherEncoder } = gallery;
  const lacking = (await missing()).map((problem): HealthIssue => {
    if (problem === PAD_DAMAGED) return { kind: 'damaged-liveness-models', severity: 'bad' };
    if (problem === PAD_MISSING) return { kind: 'liveness-models', severity: 'warn' };
    if (problem === RECOMMENDED_MISSING) return { kind: 'better-encoder', severity: 'warn' };
    return { kind: 'models', severity: 'warn', problem };
  });
  const templates: readonly HealthIssue[] = [
    { kind: 'damaged-templates', severity: 'bad', count: corrupted },
    { kind: 'outdated-templates', severity: 'warn', count: otherEncoder },
  ];
  return [...lacking, ...templates.filter((need) => 'count' in need && need.count > 0)];
}

async function webhookIssues({ webhooks }: HealthIssueParts): Promise<readonly HealthIssue[]> {
  return (await webhooks.list()).flatMap(
    ({ url, health: { disabled, failingSince } }): HealthIssue[] => {
      if (disabled !== null)
        return [{ kind: 'disabled-webhook', severity: 'bad', url, since: disabled }];
      if (failingSince === null) return [];
      return [{ kind: 'failing-webhook', severity: 'warn', url, since: failingSince }];
    },
  );
}

async function placeNeeds(
  { dataDir, keyBesideData: path, certificates }: HostFacts,
  now: Date,
): Promise<readonly HealthIssue[]> {
  const key: readonly HealthIssue[] =
    path === undefined ? [] : [{ kind: 'key-beside-data', severity: 'warn', path }];
  const room = await freeSpace(dataDir);
  const ends = await Promise.all(certificates.map((file) => certificateIssues(file, now)));
  return [...key, ...diskIssues(room), ...ends.flat()];
}

/** @param room undefined: unknown */
export function diskIssues(room: Awaited<ReturnType<typeof freeSpace>>): readonly HealthIssue[] {
  if (room === undefined || room.free >= LITTLE_SPACE) return [];
  return [{ kind: 'disk', severity: room.free < NO_SPACE ? 'bad' : 'warn', ...room }];
}

async function certificateIssues(path: string, now: Date): Promise<readonly HealthIssue[]> {
  try {
    const until = new Date(new X509Certificate(await readFile(path)).validTo);
    const left = until.getTime() - now.getTime();
    if (left > NEAR_END * DAY_MS) return [];
    return [{ kind: 'certificate', severity: left < 3 * DAY_MS ? 'bad' : 'warn', path, until }];
  } catch {
    return [{ kind: 'unreadable-certificate', severity: 'bad', path }];
  }
}

/** Only knows backups by `prosopon backup`. */
async function backupIssues(
  { audit, activeEngine }: HealthIssueParts,
  now: Date,
): Promise<readonly HealthIssue[]> {
  const nobody = activeEngine.status().gallery.classes === 0;
  if (nobody) return [];
  const latest = await latestBackup(audit);
  if (latest === undefined) return [{ kind: 'no-backup', severity: 'warn' }];
  if (latest.getTime() > now.getTime() - OLD_BACKUP * DAY_MS) return [];
  return [{ kind: 'old-backup', severity: 'warn', latest }];
}

/** A backup does not hold the entry that says it was made, but its restoration leaves another. */
async function latestBackup(audit: HealthIssueParts['audit']): Promise<Date | undefined> {
  for (let before: bigint | undefined; ; ) {
    const page = await audit.list({ event: 'transfer', before, limit: TRANSFERS_PAGE });
    for (const { time, details } of page) {
      const { what, made }: { readonly what?: string; readonly made?: string } = details;
      if (what === 'backup') return time;
      if (what === 'restore' && made !== undefined) return new Date(made);
    }
    if (page.length < TRANSFERS_PAGE) return undefined;
    before = page.at(-1)!.seq;
  }
}
