/** The bookkeeping: jobs by client, operation, outcome and time, newest first. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice } from '../design/field.tsx';
import { fill, formatNumber, formatTime, t } from '../language.ts';
import type { Job, JobStatus } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { decisionText } from './decision.ts';
import { type Filter, FilterCard, parametersOf } from './filter-card.tsx';
import { Loaded } from './loaded.tsx';
import { OPERATIONS } from './operations.ts';
import { query, useAnswer } from './use-answer.ts';

/** Jobs that are shown at first, and that are added with each press of the button. */
const STEP = 50;
/** The service gives no more at once. */
const MOST = 1000;

interface JobFilter extends Filter {
  readonly operation: string;
  readonly status: JobStatus | '';
}

const ALL: JobFilter = { client: '', operation: '', status: '', since: '', until: '' };

export function Jobs() {
  const { admin } = t.value;
  const [filter, setFilter] = useState(ALL);
  const [limit, setLimit] = useState(STEP);
  const jobs = useAnswer<readonly Job[]>(`/jobs${query({ ...parametersOf(filter), limit })}`);
  const any = { value: '', label: admin.jobs.any } as const;
  return (
    <>
      <FilterCard
        all={ALL}
        onFilter={(typed) => {
          setFilter(typed);
          setLimit(STEP);
          jobs.reload();
        }}
      >
        {(typed, set) => (
          <>
            <Choice
              label={admin.operation}
              value={typed.operation}
              options={[any, ...OPERATIONS.map((name) => ({ value: name, label: name }))]}
              onValue={(operation) => set({ operation })}
            />
            <Choice
              label={admin.jobs.status}
              value={typed.status}
              options={[
                any,
                { value: 'SUCCEEDED', label: admin.jobs.statuses.SUCCEEDED },
                { value: 'FAULTED', label: admin.jobs.statuses.FAULTED },
                { value: 'CANCELLED', label: admin.jobs.statuses.CANCELLED },
              ]}
              onValue={(status) => set({ status })}
            />
          </>
        )}
      </FilterCard>
      <Card title={admin.pages.jobs}>
        <div class="stack">
          <Loaded from={jobs}>
            {(rows) => (
              <>
                <JobTable jobs={rows} />
                {rows.length === limit && limit < MOST && (
                  <Button onClick={() => setLimit(Math.min(MOST, limit + STEP))}>
                    {admin.more}
                  </Button>
                )}
                {rows.length === MOST && (
                  <p class="quiet">{fill(admin.jobs.most, { count: MOST })}</p>
                )}
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly Job[] }) {
  const { admin } = t.value;
  return (
    <DataTable
      label={admin.pages.jobs}
      rows={jobs}
      keyOf={({ jobId }) => jobId}
      empty={admin.jobs.empty}
      columns={[
        {
          title: admin.time,
          cell: ({ started }) => <span class="nowrap">{formatTime(started)}</span>,
        },
        { title: admin.client, cell: ({ clientId }) => clientId },
        { title: admin.operation, cell: ({ operation }) => operation },
        { title: admin.templates.classId, cell: ({ classId }) => String(classId ?? '–') },
        { title: admin.jobs.outcome, cell: (job) => <Outcome job={job} /> },
        {
          title: admin.jobs.score,
          kind: 'number',
          cell: ({ score }) => (score === undefined ? '–' : formatNumber(score, 4)),
        },
        {
          title: admin.jobs.duration,
          kind: 'number',
          cell: ({ durationMs }) => `${Math.round(durationMs)} ms`,
        },
        {
          title: admin.jobs.id,
          cell: ({ jobId }) => <code class="small">{jobId}</code>,
        },
      ]}
    />
  );
}

function Outcome({ job: { status, decision, errors, suspicions = [] } }: { readonly job: Job }) {
  const { admin, errors: texts } = t.value;
  const words: Readonly<Record<string, string>> = { ...texts, ...admin.jobs.faults };
  const suspected: Readonly<Record<string, string>> = admin.jobs.suspicions;
  const codes = [...new Set(errors.map(({ errorCode }) => errorCode))];
  const tone = status === 'SUCCEEDED' ? 'tone-good' : 'tone-bad';
  return (
    <>
      <span class={decision === undefined ? tone : undefined}>
        {decision === undefined ? admin.jobs.statuses[status] : decisionText(decision)}
      </span>
      {codes.map((code) => (
        <span key={code} class="small quiet block">
          {words[code] ?? code}
        </span>
      ))}
      {suspicions.map((suspicion) => (
        <span key={suspicion} class="small tone-bad block">
          {suspected[suspicion] ?? suspicion}
        </span>
      ))}
    </>
  );
}
