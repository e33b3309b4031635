/** One job: its row, its entries in the trail, its log lines, and where the time went. */
import { CodeBlock } from '../design/code-block.tsx';
import { fill, formatMoment, formatNumber, t } from '../language.ts';
import { printJson } from '../print-json.ts';
import type { JobDetails } from './answers.ts';
import { Says } from './audit-entries.tsx';
import { DataTable } from './data-table.tsx';
import { Fact, Facts } from './facts.tsx';
import { Outcome, Person, Reference } from './job-cells.tsx';
import { Loaded } from './loaded.tsx';
import { OpenedCard } from './opened-card.tsx';
import { may } from './rights.ts';
import { useAnswer } from './use-answer.ts';

interface JobProps {
  readonly client: string;
  readonly jobId: string;
}

/** Closing it leads to the list of jobs. */
export function JobCard({ client, jobId }: JobProps) {
  const { admin } = t.value;
  const job = useAnswer<JobDetails>(`/jobs/${encodeURIComponent(client)}/${jobId}`);
  const close = () => {
    location.hash = '#/jobs';
  };
  return (
    <OpenedCard title={fill(admin.jobs.job, { id: jobId })} onClose={close}>
      <Loaded from={job}>{(found) => <Details job={found} />}</Loaded>
    </OpenedCard>
  );
}

function Details({ job }: { readonly job: JobDetails }) {
  const { admin } = t.value;
  const { jobs: words } = admin;
  return (
    <div class="stack">
      <Facts>
        <Fact name={admin.time}>{formatMoment(job.started)}</Fact>
        <Fact name={admin.client}>{job.clientId}</Fact>
        <Fact name={admin.operation}>{job.operation}</Fact>
        <Fact name={admin.templates.classId}>
          <Person job={job} />
        </Fact>
        <Fact name={words.outcome}>
          <Outcome job={job} />
        </Fact>
        <Fact name={words.duration}>{`${formatNumber(job.durationMs / 1000, 2)} s`}</Fact>
        <Fact name={words.id}>
          <Reference job={job} />
        </Fact>
      </Facts>
      <h3>{admin.pages.audit}</h3>
      {job.entries.length === 0 && <p class="quiet">{words.noEntries}</p>}
      {job.entries.map((entry) => (
        <Says key={entry.seq} entry={entry} />
      ))}
      <h3>{words.lines}</h3>
      <Lines job={job} />
      <Trace job={job} />
    </div>
  );
}

function Lines({ job: { lines } }: { readonly job: JobDetails }) {
  const { jobs: words } = t.value.admin;
  if (lines === null)
    return <p class="quiet">{may('see-service') ? words.elsewhere : words.noRight}</p>;
  if (lines.length === 0) return <p class="quiet">{words.noLines}</p>;
  const code = lines.map((line) => printJson(JSON.parse(line))).join('\n');
  return <CodeBlock label={words.lines} code={code} />;
}

/** The steps by their beginning, each as a bar over the time of the job. */
function Trace({ job: { spans, durationMs } }: { readonly job: JobDetails }) {
  const { jobs: words } = t.value.admin;
  if (spans === null) return null;
  const whole = Math.max(durationMs, ...spans.map(({ after, ms }) => after + ms));
  return (
    <>
      <h3>{words.trace}</h3>
      <DataTable
        label={words.trace}
        rows={[...spans].sort((a, b) => a.after - b.after)}
        keyOf={({ name, after, ms }) => `${name} ${after} ${ms}`}
        empty={words.elsewhere}
        columns={[
          {
            title: words.step,
            cell: ({ name, about, failed }) => (
              <>
                <span class={failed ? 'tone-bad' : undefined}>{name}</span>
                {about && <code class="block small quiet">{about}</code>}
              </>
            ),
          },
          {
            title: words.begins,
            kind: 'number',
            cell: ({ after }) => `${formatNumber(after, 0)} ms`,
          },
          {
            title: words.duration,
            kind: 'number',
            cell: ({ after, ms }) => (
              <>
                {`${formatNumber(ms, 1)} ms`}
                <svg
                  class="span-bar"
                  viewBox="0 0 100 4"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect
                    x={(100 * after) / whole}
                    width={Math.max(0.5, (100 * ms) / whole)}
                    height="4"
                  />
                </svg>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
