/** Audit entries as sentences, newest first, filtered by actor, subject, event and time. */
import { useState } from 'preact/hooks';
import { addressParameters } from '../address-signal.ts';
import { Card } from '../design/card.tsx';
import { Check, Choice, Field } from '../design/field.tsx';
import { fill, formatNumber, formatTime, t } from '../language.ts';
import { printJson } from '../print-json.ts';
import { at } from '../root.ts';
import type { AuditEntry } from './answers.ts';
import { candidatesOf, sentenceOf } from './audit-sentence.ts';
import { DataTable } from './data-table.tsx';
import { type Filter, FilterCard, parametersOf } from './filter-card.tsx';
import { Loaded } from './loaded.tsx';
import { Pager } from './pager.tsx';
import { may } from './rights.ts';
import { Thumbnails } from './thumbnails.tsx';
import { BASE, query, useAnswer } from './use-answer.ts';

const PAGE = 50;

interface EntryFilter extends Filter {
  readonly event: string;
  readonly actor: string;
  readonly person: string;
  readonly network: string;
  readonly transactionId: string;
  /** `others`: leaves out the caller's own looks. */
  readonly looks: '' | 'others';
}

const ALL: EntryFilter = {
  ...{ event: '', actor: '', person: '', network: '', client: '', transactionId: '' },
  ...{ looks: 'others', since: '', until: '' },
};

interface EntriesProps {
  readonly path: 'audit' | 'searches';
}

export function Entries({ path }: EntriesProps) {
  const { admin } = t.value;
  const [first] = useState<EntryFilter>(() => ({ ...ALL, ...addressParameters() }));
  const [filter, setFilter] = useState(first);
  /** `seq` before each opened page. */
  const [places, setPlaces] = useState<readonly string[]>(['']);
  const page = useAnswer<readonly AuditEntry[]>(
    `/${path}${query({ ...parametersOf(filter), before: places.at(-1), limit: PAGE })}`,
  );
  return (
    <>
      <FilterCard
        all={ALL}
        first={first}
        ticked={(typed, set) => path === 'audit' && <OwnLooks typed={typed} set={set} />}
        onFilter={(typed) => {
          setFilter(typed);
          setPlaces(['']);
          page.reload();
        }}
      >
        {(typed, set) => <FilterFields path={path} typed={typed} set={set} />}
      </FilterCard>
      <Card
        title={admin.pages[path]}
        end={
          <a
            class="button button-plain button-small"
            href={at(
              `${BASE}/audit/export${query({ ...(path === 'searches' && { event: 'search' }), ...parametersOf(filter) })}`,
            )}
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
                <Pager
                  places={places}
                  next={entries.length === PAGE ? String(entries.at(-1)!.seq) : undefined}
                  onPlaces={setPlaces}
                />
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </>
  );
}

interface FilterFieldsProps extends EntriesProps {
  readonly typed: EntryFilter;
  readonly set: (change: Partial<EntryFilter>) => void;
}

function FilterFields({ path, typed, set }: FilterFieldsProps) {
  const { admin } = t.value;
  return (
    <>
      {path === 'audit' && (
        <Choice
          label={admin.audit.event}
          value={typed.event}
          options={[
            { value: '', label: admin.jobs.any },
            ...Object.entries(admin.audit.events).map(([value, label]) => ({ value, label })),
          ]}
          onValue={(event) => set({ event })}
        />
      )}
      <Field
        label={admin.audit.actor}
        placeholder="account:…"
        value={typed.actor}
        onValue={(actor) => set({ actor: actor.trim() })}
      />
      <Field
        label={admin.audit.person}
        placeholder={admin.audit.personHint}
        value={typed.person}
        onValue={(person) => set({ person: person.trim() })}
      />
      <Field
        label={admin.audit.network}
        placeholder={admin.audit.networkHint}
        value={typed.network}
        onValue={(network) => set({ network: network.trim() })}
      />
      <Field
        label={admin.audit.transaction}
        value={typed.transactionId}
        onValue={(id) => set({ transactionId: id.trim() })}
      />
    </>
  );
}

function OwnLooks({ typed, set }: Pick<FilterFieldsProps, 'typed' | 'set'>) {
  return (
    <Check
      checked={typed.looks === ''}
      onChecked={(shown) => set({ looks: shown ? '' : 'others' })}
    >
      {t.value.admin.audit.ownLooks}
    </Check>
  );
}

function EntryTable({ path, entries }: EntriesProps & { readonly entries: readonly AuditEntry[] }) {
  const { admin } = t.value;
  return (
    <DataTable
      label={admin.pages[path]}
      rows={entries}
      keyOf={({ seq }) => String(seq)}
      empty={path === 'searches' ? admin.audit.noSearches : admin.audit.empty}
      columns={[
        { title: admin.audit.seq, cell: ({ seq }) => String(seq) },
        { title: admin.time, cell: ({ time }) => <span class="nowrap">{formatTime(time)}</span> },
        {
          title: admin.audit.what,
          cell: (entry) => (
            <div>
              <Says entry={entry} />
              <Candidates entry={entry} />
              <Details entry={entry} />
            </div>
          ),
        },
        { title: admin.audit.address, cell: ({ address }) => address ?? '–' },
      ]}
    />
  );
}

export function Says({ entry }: { readonly entry: AuditEntry }) {
  const { before, who, after } = sentenceOf(entry);
  return (
    <p>
      {before}
      {who && (
        <strong>
          <bdi>{who}</bdi>
        </strong>
      )}
      {after}
    </p>
  );
}

/** People found by a search, and further details of each. */
function Candidates({ entry }: { readonly entry: AuditEntry }) {
  const { audit, templates } = t.value.admin;
  const candidates = candidatesOf(entry);
  const { clientId } = entry;
  if (candidates.length === 0 || clientId === undefined) return null;
  return (
    <>
      <ul class="plain-list small stack-tight">
        {candidates.map(({ classId, score, identified }) => (
          <li key={`${classId} ${score}`}>
            {fill(identified ? audit.candidateIdentified : audit.candidate, {
              classId: String(classId),
              score: formatNumber(score, 4),
            })}
            {may('see-pictures') && <Thumbnails client={clientId} classId={classId} />}
          </li>
        ))}
      </ul>
      <p class="quiet small">
        {may('see-pictures') ? templates.thumbnailsHint : audit.noRightToPictures}
      </p>
    </>
  );
}

function Details({
  entry: { seq, event, actor, clientId, jobId, transactionId, details, intact },
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
          {printJson({ event, actor, clientId, jobId, transactionId, ...details })}
        </pre>
      </details>
    </>
  );
}
