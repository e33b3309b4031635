/** Responses to administrators about the service itself, with the types that the pages use. */
import type { AuditReport } from '../../../journal/audit.ts';
import type { ActiveEngine } from '../../../operations/active-engine.ts';
import { listHealthIssues } from '../../../operations/admin/health-issues.ts';
import type { Deliveries } from '../../../webhooks/deliveries.ts';
import { EVENT_TYPES } from '../../../webhooks/event.ts';
import { type ReadinessChecks, readinessOf } from '../../readiness.ts';

/** The parts of a database on several machines. */
export interface DatabaseNodes {
  readonly by?: 'class' | 'partition';
  readonly nodes: readonly {
    readonly address: string;
    readonly answers: boolean;
    readonly shards: number;
  }[];
}

interface StatusParts {
  readonly version: string;
  readonly activeEngine: Pick<ActiveEngine, 'status'>;
  readonly distribution?: () => Promise<DatabaseNodes | undefined>;
}

/** Loaded models, and processes. */
export async function serviceStatus(parts: StatusParts, started: Date) {
  const { engine, encoder = null, gallery, missing } = parts.activeEngine.status();
  const found = await parts.distribution?.();
  return {
    version: parts.version,
    started,
    engine,
    encoder,
    /** Limitations of the service's models, in words. */
    missing: await missing(),
    gallery,
    /** Null: the database lies on one machine. */
    distribution: (found?.by && { by: found.by, nodes: found.nodes }) ?? null,
  };
}

/** Health, and what needs attention. */
export async function healthReport(
  parts: Parameters<typeof listHealthIssues>[0],
  checks: ReadinessChecks,
) {
  const { ready, parts: named, problems } = await readinessOf(checks);
  const { encoder = null, gallery } = parts.activeEngine.status();
  const { problem, detail = problem } = gallery.ready ? {} : gallery;
  return {
    ready,
    parts: named,
    problems: detail === undefined ? problems : [...problems, detail],
    encoder,
    needs: await listHealthIssues(parts),
  };
}

export const auditReport = ({ intact, entries, pruned, head, problem }: AuditReport) => ({
  ...{ intact, entries, pruned, head: head ?? null, problem: problem ?? null },
});

/** Result of a test message. */
export const triedWebhook = (attempted: Awaited<ReturnType<Deliveries['test']>>) => ({
  taken: attempted.outcome === 'taken',
  problem: 'problem' in attempted ? attempted.problem : null,
});

export const eventDescriptions = () =>
  Object.entries(EVENT_TYPES).map(([type, about]) => ({ type, about }));
