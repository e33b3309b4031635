/** Number, outcome and duration of calls. */
import { useState } from 'preact/hooks';
import { Card } from '../design/card.tsx';
import { Choice } from '../design/field.tsx';
import { fill, formatNumber, t } from '../language.ts';
import type { Figures } from './answers.ts';
import { Chart, type Step } from './chart.tsx';
import { DataTable } from './data-table.tsx';

interface ChartsProps {
  readonly rows: readonly Figures[];
  readonly times: readonly number[];
}

const sum = (rows: readonly Figures[], of: (row: Figures) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

export function Calls({ rows, times }: ChartsProps) {
  const { overview } = t.value.admin;
  const at = (time: number) => rows.filter((row) => Date.parse(row.time) === time);
  const [calls, negative, faulted] = [
    sum(rows, (row) => row.calls),
    sum(rows, (row) => row.negative),
    sum(rows, (row) => row.faulted),
  ];
  const steps: readonly Step[] = times.map((time) => {
    const now = at(time);
    const [no, broken] = [sum(now, (row) => row.negative), sum(now, (row) => row.faulted)];
    return { time, values: [sum(now, (row) => row.calls) - no - broken, no, broken] };
  });
  return (
    <>
      <dl class="tiles">
        <Tile name={overview.calls} value={calls} />
        <Tile name={overview.negative} value={negative} />
        <Tile name={overview.faulted} value={faulted} />
      </dl>
      <Card title={overview.outcomes}>
        <Chart
          kind="bars"
          steps={steps}
          series={[
            { name: overview.other, tone: 'accent' },
            { name: overview.negative, tone: 'warn' },
            { name: overview.faulted, tone: 'bad' },
          ]}
          summary={fill(overview.summary, { calls, negative, faulted })}
        />
      </Card>
      <Latency rows={rows} times={times} />
      <Card title={overview.byOperation}>
        <OperationTable rows={rows} />
      </Card>
    </>
  );
}

function Tile({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd>{formatNumber(value, 0)}</dd>
    </div>
  );
}

interface Total {
  readonly operation: string;
  readonly calls: number;
  readonly negative: number;
  readonly faulted: number;
}

/** Busiest first. */
function totals(rows: readonly Figures[]): readonly Total[] {
  return [...Map.groupBy(rows, ({ operation }) => operation)]
    .map(([operation, of]) => ({
      operation,
      calls: sum(of, (row) => row.calls),
      negative: sum(of, (row) => row.negative),
      faulted: sum(of, (row) => row.faulted),
    }))
    .sort((one, other) => other.calls - one.calls);
}

/** Quantiles of several operations cannot be combined, so only one is shown at a time. */
function Latency({ rows, times }: ChartsProps) {
  const { admin } = t.value;
  const names = totals(rows).map(({ operation }) => operation);
  const [chosen, setChosen] = useState<string>();
  const operation = chosen !== undefined && names.includes(chosen) ? chosen : names[0]!;
  const of = rows.filter((row) => row.operation === operation);
  const steps = times.map((time) => {
    const now = of.find((row) => Date.parse(row.time) === time);
    return { time, values: [now?.p50, now?.p95] };
  });
  const worst = Math.max(...of.map(({ p95 }) => p95));
  return (
    <Card
      title={admin.overview.latency}
      end={
        <Choice
          label={admin.operation}
          value={operation}
          options={names.map((name) => ({ value: name, label: name }))}
          onValue={setChosen}
        />
      }
    >
      <Chart
        kind="lines"
        unit={'\u00a0ms'}
        steps={steps}
        series={[
          { name: admin.overview.half, tone: 'accent' },
          { name: admin.overview.most, tone: 'warn' },
        ]}
        summary={fill(admin.overview.latencySummary, { operation, worst })}
      />
      <p class="small quiet">{admin.overview.latencyNote}</p>
    </Card>
  );
}

function OperationTable({ rows }: { readonly rows: readonly Figures[] }) {
  const { admin } = t.value;
  return (
    <DataTable
      label={admin.overview.byOperation}
      rows={totals(rows)}
      keyOf={({ operation }) => operation}
      empty={admin.overview.empty}
      columns={[
        { title: admin.operation, cell: ({ operation }) => operation },
        { title: admin.overview.calls, kind: 'number', cell: ({ calls }) => calls },
        { title: admin.overview.negative, kind: 'number', cell: ({ negative }) => negative },
        { title: admin.overview.faulted, kind: 'number', cell: ({ faulted }) => faulted },
      ]}
    />
  );
}
