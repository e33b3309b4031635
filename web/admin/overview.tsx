/** The overview: state of the service, problems, refusals and numbers of calls. */
import { useMemo, useState } from 'preact/hooks';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice } from '../design/field.tsx';
import { t } from '../language.ts';
import type { FailureReport, Figures } from './answers.ts';
import { Calls } from './calls.tsx';
import { Failures } from './failures.tsx';
import { Health } from './health.tsx';
import { Loaded } from './loaded.tsx';
import { RefusedClasses } from './refused-classes.tsx';
import { may } from './rights.ts';
import type { HealthReport } from './service-answers.ts';
import { query, useAnswer } from './use-answer.ts';

const RANGES = {
  day: { bucket: 'hour', step: HOUR_MS, steps: 24 },
  week: { bucket: 'day', step: DAY_MS, steps: 7 },
  month: { bucket: 'day', step: DAY_MS, steps: 30 },
} as const;

type RangeName = keyof typeof RANGES;

/** Beginnings of all steps of the range, oldest first. The last one is still in progress. */
function stepsOf({ step, steps }: (typeof RANGES)[RangeName], now: number): readonly number[] {
  const last = Math.floor(now / step) * step;
  return Array.from({ length: steps }, (_, index) => last - (steps - 1 - index) * step);
}

export function Overview() {
  const { admin } = t.value;
  const [range, setRange] = useState<RangeName>('day');
  const [asked, setAsked] = useState(Date.now);
  const times = useMemo(() => stepsOf(RANGES[range], asked), [range, asked]);
  const { bucket } = RANGES[range];
  const parameters = query({ since: new Date(times[0]!).toISOString(), bucket });
  const figures = useAnswer<readonly Figures[]>(`/charts${parameters}`);
  const failures = useAnswer<FailureReport>(`/failures${parameters}`);
  const health = useAnswer<HealthReport>(may('see-service') ? '/health' : undefined);
  const reload = () => {
    setAsked(Date.now());
    for (const answer of [figures, failures, health]) answer.reload();
  };
  return (
    <>
      {may('see-service') && (
        <Loaded from={health} title={admin.overview.isItWell}>
          {(report) => <Health report={report} />}
        </Loaded>
      )}
      <div class="filters">
        <Choice
          label={admin.overview.range}
          value={range}
          options={(['day', 'week', 'month'] as const).map((name) => ({
            value: name,
            label: admin.overview.ranges[name],
          }))}
          onValue={(chosen) => {
            setRange(chosen);
            setAsked(Date.now());
          }}
        />
        <Button busy={figures.busy || failures.busy || health.busy} onClick={reload}>
          {admin.reload}
        </Button>
      </div>
      <Loaded from={figures} title={admin.overview.calls}>
        {(rows) =>
          rows.length === 0 ? (
            <Card title={admin.overview.calls}>
              <p class="quiet empty">{admin.overview.empty}</p>
              <p class="quiet empty">{admin.overview.howToCall}</p>
            </Card>
          ) : (
            <Calls rows={rows} times={times} />
          )
        }
      </Loaded>
      <Loaded from={failures} title={admin.overview.refused}>
        {(report) => <Failures report={report} times={times} />}
      </Loaded>
      <RefusedClasses />
    </>
  );
}
