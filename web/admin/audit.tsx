/** The audit trail and, of it, the searches: newest first, checked on demand. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice, Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import { printJson } from '../print-json.ts';
import type { AuditEntry, AuditReport } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { type Filter, FilterCard, parametersOf } from './filter-card.tsx';
import { Loaded } from './loaded.tsx';
import { BASE, query, useAnswer } from './use-answer.ts';

const PAGE = 50;

const EVENTS = [
  'search',
  'query',
  'template-corrupted',
  'row-refused',
  'rows-bound',
  'rollback',
  'erasure',
  'comparison-limit',
  'key-rotation',
  'client-change',
  'model-change',
  'transfer',
  'retention',
] as const;

interface EntryFilter extends Filter {
  readonly event: string;
  readonly transactionId: string;
}

const ALL: EntryFilter = { event: '', client: '', transactionId: '', since: '', until: '' };

export function AuditTrail() {
  return (
    <>
      <Verification />
      <Entries key="audit" path="audit" />
    </>
  );
}

export function SearchLog() {
  return <Entries key="searches" path="searches" />;
}

/** Goes through the whole trail, from the first entry on. */
function Verification() {
  const { audit } = t.value.admin;
  const { busy, refusal, run } = useCalls();
  const [report, setReport] = useState<AuditReport>();
  const verify = () =>
    run(async () => setReport(await ask('POST', `${BASE}/audit/verification`, {})));
  return (
    <Card title={audit.verifyTitle}>
      <div class="stack">
        <p>{audit.verifyAbout}</p>
        <Refused refusal={refusal} />
        {report && (
          <Notice
            live
            tone={report.intact ? 'good' : 'bad'}
            title={fill(report.intact ? audit.intact : audit.broken, { count: report.entries })}
          >
            {report.pruned > 0 && <p>{fill(audit.pruned, { count: report.pruned })}</p>}
            {report.problem && (
              <p>
                {fill(audit.problem, { seq: String(report.problem.seq) })}{' '}
                <span lang="en">{report.problem.message}</span>
              </p>
            )}
            {report.head && (
              <p class="small">
                {fill(audit.head, { seq: String(report.head.seq) })} <code>{report.head.hash}</code>
              </p>
            )}
          </Notice>
        )}
        <div class="row">
          <Button busy={busy} onClick={verify}>
            {audit.verify}
          </Button>
        </div>
      </div>
    </Card>
  );
}

interface EntriesProps {
  readonly path: 'audit' | 'searches';
}

function Entries({ path }: EntriesProps) {
  const { admin } = t.value;
  const [filter, setFilter] = useState(ALL);
  /** `seq` behind which each page begins, of those that were opened. */
  const [places, setPlaces] = useState<readonly string[]>(['']);
  const page = useAnswer<readonly AuditEntry[]>(
    `/${path}${query({ ...parametersOf(filter), before: places.at(-1), limit: PAGE })}`,
  );
  return (
    <>
      <FilterCard
        all={ALL}
        onFilter={(typed) => {
          setFilter(typed);
          setPlaces(['']);
          page.reload();
        }}
      >
        {(typed, set) => (
          <>
            {path === 'audit' && (
              <Choice
                label={admin.audit.event}
                value={typed.event}
                options={[
                  { value: '', label: admin.jobs.any },
                  ...EVENTS.map((name) => ({ value: name, label: admin.audit.events[name] })),
                ]}
                onValue={(event) => set({ event })}
              />
            )}
            <Field
              label={admin.audit.transaction}
              value={typed.transactionId}
              onValue={(id) => set({ transactionId: id.trim() })}
            />
          </>
        )}
      </FilterCard>
      <Card
        title={admin.pages[path]}
        end={
          <a
            class="button button-plain button-small"
            href={`${BASE}/audit/export${query({ ...(path === 'searches' && { event: 'search' }), ...parametersOf(filter) })}`}
            download="audit.jsonl"
          >
            {admin.audit.download}
          </a>
        }
      >
        <div class="stack">
          <Loaded from={page}>
            {(entries) => (
              <>
                <EntryTable path={path} entries={entries} />
                <div class="row">
                  {places.length > 1 && (
                    <Button onClick={() => setPlaces(places.slice(0, -1))}>{admin.previous}</Button>
                  )}
                  {entries.length === PAGE && (
                    <Button onClick={() => setPlaces([...places, String(entries.at(-1)!.seq)])}>
                      {admin.next}
                    </Button>
                  )}
                </div>
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </>
  );
}

function EntryTable({ path, entries }: EntriesProps & { readonly entries: readonly AuditEntry[] }) {
  const { admin } = t.value;
  const eventName = (event: string) =>
    admin.audit.events[event as keyof typeof admin.audit.events] ?? event;
  return (
    <DataTable
      label={admin.pages[path]}
      rows={entries}
      keyOf={({ seq }) => String(seq)}
      empty={path === 'searches' ? admin.audit.noSearches : admin.audit.empty}
      columns={[
        { title: admin.audit.seq, cell: ({ seq }) => String(seq) },
        { title: admin.time, cell: ({ time }) => <span class="nowrap">{formatTime(time)}</span> },
        { title: admin.audit.event, cell: ({ event }) => eventName(event) },
        { title: admin.audit.actor, cell: ({ actor }) => actor },
        { title: admin.client, cell: ({ clientId }) => clientId ?? '–' },
        { title: admin.audit.details, cell: (entry) => <Details entry={entry} /> },
      ]}
    />
  );
}

function Details({
  entry: { seq, transactionId, details, intact },
}: {
  readonly entry: AuditEntry;
}) {
  const { audit } = t.value.admin;
  return (
    <>
      {!intact && <p class="tone-bad">{audit.changed}</p>}
      <details class="entry-details">
        <summary>
          {audit.open} <span class="visually-hidden">{String(seq)}</span>
        </summary>
        <pre class="small">
          {printJson({ ...(transactionId === undefined ? {} : { transactionId }), ...details })}
        </pre>
      </details>
    </>
  );
}
