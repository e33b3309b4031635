/** Refused calls: reasons, and repeated attempts. */
import { Card } from '../design/card.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { FailureReport } from './answers.ts';
import { Chart, type Series } from './chart.tsx';
import { DataTable } from './data-table.tsx';
import { reasonText } from './reason-text.ts';

interface FailuresProps {
  readonly report: FailureReport;
  readonly times: readonly number[];
}

type Reasons = FailureReport['reasons'];
type ReasonCount = Pick<Reasons[number], 'reason' | 'calls'>;

/** Reasons with their own colour. */
const TONES = ['bad', 'warn', 'accent'] as const;

const total = (rows: Reasons) => rows.reduce((sum, { calls }) => sum + calls, 0);

/** Rows with the same key, most calls first. */
const byMost = (rows: Reasons, keyOf: (row: Reasons[number]) => string) =>
  [...Map.groupBy(rows, keyOf).values()]
    .map((group) => ({ ...group[0]!, calls: total(group) }))
    .sort((one, other) => other.calls - one.calls);

export function Failures({ report, times }: FailuresProps) {
  const { overview } = t.value.admin;
  return (
    <>
      <Card title={overview.refused}>
        {report.reasons.length === 0 ? (
          <p class="quiet empty">{overview.noneRefused}</p>
        ) : (
          <Reasons reasons={report.reasons} times={times} />
        )}
      </Card>
      <Attackers report={report} />
    </>
  );
}

interface ReasonsProps {
  readonly reasons: Reasons;
  readonly times: readonly number[];
}

function Reasons({ reasons, times }: ReasonsProps) {
  const { admin } = t.value;
  const { overview } = admin;
  const named = byMost(reasons, ({ reason }) => reason)
    .slice(0, TONES.length)
    .map(({ reason }) => reason);
  const series: readonly Series[] = [
    ...named.map((reason, which) => ({ name: reasonText(reason), tone: TONES[which]! })),
    { name: overview.otherReasons, tone: 'soft' },
  ];
  const steps = times.map((time) => {
    const now = reasons.filter((row) => Date.parse(row.time) === time);
    const of = named.map((name) => total(now.filter(({ reason }) => reason === name)));
    return { time, values: [...of, total(now) - of.reduce((sum, calls) => sum + calls, 0)] };
  });
  const rows = byMost(reasons, ({ clientId, operation, reason }) =>
    [clientId, operation, reason].join(' '),
  );
  return (
    <div class="stack">
      <Chart
        kind="bars"
        steps={steps}
        series={series}
        summary={fill(overview.refusedSummary, {
          count: total(reasons),
          reason: series[0]!.name,
        })}
      />
      <DataTable
        label={overview.refused}
        rows={rows.slice(0, 20)}
        keyOf={({ clientId, operation, reason }) => [clientId, operation, reason].join(' ')}
        empty={overview.noneRefused}
        columns={[
          { title: overview.reason, cell: ({ reason }) => reasonText(reason) },
          { title: admin.client, cell: ({ clientId }) => clientId },
          { title: admin.operation, cell: ({ operation }) => operation },
          { title: overview.calls, kind: 'number', cell: ({ calls }) => calls },
        ]}
      />
    </div>
  );
}

/** Clients by number of refusals, each with its reasons. */
const byClient = (rows: Reasons) =>
  byMost(rows, ({ clientId }) => clientId).map(({ clientId, calls }) => ({
    clientId,
    calls,
    reasons: byMost(
      rows.filter((row) => row.clientId === clientId),
      ({ reason }) => reason,
    ),
  }));

function Attackers({ report: { classes, reasons } }: Pick<FailuresProps, 'report'>) {
  const { admin } = t.value;
  const { overview } = admin;
  return (
    <Card title={overview.attack}>
      <div class="stack">
        <h3>{overview.byClient}</h3>
        <DataTable
          label={overview.byClient}
          rows={byClient(reasons)}
          keyOf={({ clientId }) => clientId}
          empty={overview.noneRefused}
          columns={[
            { title: admin.client, cell: ({ clientId }) => clientId },
            { title: overview.reason, cell: countedReasons },
            { title: overview.calls, kind: 'number', cell: ({ calls }) => calls },
          ]}
        />
        <h3>{overview.byClass}</h3>
        <DataTable
          label={overview.byClass}
          rows={classes}
          keyOf={({ clientId, classId }) => `${clientId} ${classId}`}
          empty={overview.noneRefused}
          columns={[
            { title: admin.templates.classId, cell: ({ classId }) => String(classId) },
            { title: admin.client, cell: ({ clientId }) => clientId },
            {
              title: admin.refusals.latest,
              kind: 'time',
              cell: ({ latest }) => formatTime(latest),
            },
            { title: overview.calls, kind: 'number', cell: ({ calls }) => calls },
          ]}
        />
      </div>
    </Card>
  );
}

/** One line each. */
const countedReasons = ({ reasons }: { readonly reasons: readonly ReasonCount[] }) =>
  reasons.map(({ reason, calls }) => (
    <span key={reason} class="block">
      {fill(t.value.admin.overview.timesReason, { calls, reason: reasonText(reason) })}
    </span>
  ));
