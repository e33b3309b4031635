/** The bookkeeping: jobs by client, person, operation, outcome and time, newest first. */
import { useState } from 'preact/hooks';
import { OPERATIONS } from '../../src/access/clients/callable-operations.ts';
import { MOST_LISTED } from '../../src/journal/most-listed.ts';
import { JOB_STATUSES } from '../../src/storage/column-values.ts';
import { addressParameters } from '../address-signal.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice, Field } from '../design/field.tsx';
import { fill, formatMoment, formatNumber, t } from '../language.ts';
import type { Job, JobStatus } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { type Filter, FilterCard, parametersOf } from './filter-card.tsx';
import { JobCard } from './job.tsx';
import { Outcome, Person, Reference } from './job-cells.tsx';
import { Loaded } from './loaded.tsx';
import { query, useAnswer } from './use-answer.ts';

/** Operations that the bookkeeping knows. */
const JOBS = [...OPERATIONS, 'sign-in'] as const;
/** Jobs shown at first, and added with each press of the button. */
const STEP = 50;

interface JobFilter extends Filter {
  readonly operation: string;
  readonly person: string;
  readonly status: JobStatus | '';
}

const ALL: JobFilter = {
  ...{ client: '', person: '', operation: '', status: '', since: '', until: '' },
};

/** All jobs, or the one that the address names. */
export function Jobs() {
  const { job, client = '', ...asked } = addressParameters();
  return job === undefined ? (
    <JobList asked={{ client, ...asked }} />
  ) : (
    <JobCard client={client} jobId={job} />
  );
}

function JobList({ asked }: { readonly asked: Partial<JobFilter> }) {
  const { admin } = t.value;
  const [first] = useState<JobFilter>(() => ({ ...ALL, ...asked }));
  const [filter, setFilter] = useState(first);
  const [limit, setLimit] = useState(STEP);
  const jobs = useAnswer<readonly Job[]>(`/jobs${query({ ...parametersOf(filter), limit })}`);
  const any = { value: '', label: admin.jobs.any } as const;
  return (
    <>
      <FilterCard
        all={ALL}
        first={first}
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
              options={[any, ...JOBS.map((name) => ({ value: name, label: name }))]}
              onValue={(operation) => set({ operation })}
            />
            <Field
              label={admin.audit.person}
              inputmode="numeric"
              value={typed.person}
              onValue={(person) => set({ person: person.trim() })}
            />
            <Choice
              label={admin.jobs.status}
              value={typed.status}
              options={[
                any,
                ...JOB_STATUSES.map((value) => ({ value, label: admin.jobs.statuses[value] })),
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
                <JobTable jobs={rows} empty={admin.jobs.empty} label={admin.pages.jobs} />
                {rows.length === limit && limit < MOST_LISTED && (
                  <Button onClick={() => setLimit(Math.min(MOST_LISTED, limit + STEP))}>
                    {admin.more}
                  </Button>
                )}
                {rows.length === MOST_LISTED && (
                  <p class="quiet">{fill(admin.jobs.most, { count: MOST_LISTED })}</p>
                )}
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </>
  );
}

interface JobTableProps {
  readonly jobs: readonly Job[];
  readonly empty: string;
  readonly label: string;
}

function JobTable({ jobs, empty, label }: JobTableProps) {
  const { admin } = t.value;
  return (
    <DataTable
      label={label}
      rows={jobs}
      keyOf={({ jobId }) => jobId}
      empty={empty}
      columns={[
        {
          title: admin.time,
          kind: 'time',
          cell: ({ started }) => formatMoment(started),
        },
        {
          title: admin.client,
          cell: ({ clientId }) => (
            <a class="web-address" href={`#/jobs${query({ client: clientId })}`}>
              {clientId}
            </a>
          ),
        },
        { title: admin.operation, cell: ({ operation }) => operation },
        { title: admin.templates.classId, cell: (job) => <Person job={job} /> },
        { title: admin.jobs.outcome, cell: (job) => <Outcome job={job} /> },
        {
          title: admin.jobs.score,
          kind: 'number',
          cell: ({ score }) => (score === undefined ? '–' : formatNumber(score, 4)),
        },
        {
          title: admin.jobs.duration,
          kind: 'number',
          cell: ({ durationMs }) => `${formatNumber(durationMs / 1000, 2)} s`,
        },
        { title: admin.jobs.id, cell: (job) => <Reference job={job} /> },
      ]}
    />
  );
}
