/** Enrolled people of clients: found by class, tag and consent, and one of them in detail. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice, Field } from '../design/field.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { ClassId, Client, Template, TemplatePage } from './answers.ts';
import { Appearing } from './appearing.tsx';
import { DataTable } from './data-table.tsx';
import { DuplicatesCard } from './duplicates.tsx';
import { isExact } from './exact-class.ts';
import { Loaded } from './loaded.tsx';
import { Pager } from './pager.tsx';
import { PersonCard } from './person.tsx';
import { Receipt } from './receipt.tsx';
import { onlyClient } from './rights.ts';
import { query, useAnswer } from './use-answer.ts';
import { Of } from './user-text.tsx';

/** Users' templates belong to a client of the service itself. */
const ACCOUNTS = 'accounts';

interface Wanted {
  readonly client: string;
  /** Class ids above this one. Empty: from the first. */
  readonly after: string;
  /** Empty: any. */
  readonly tag: string;
  /** A reference, `any` or `none`. Empty: with or without. */
  readonly consent: string;
}

export function Templates() {
  const { admin } = t.value;
  const clients = useAnswer<readonly Client[]>('/clients');
  const [client, setClient] = useState<string>();
  const [from, setFrom] = useState('');
  const [tag, setTag] = useState('');
  const [consent, setConsent] = useState('');
  const [wanted, setWanted] = useState<Wanted>();
  const [times, setTimes] = useState(0);
  const [error, setError] = useState<string>();

  const show = (chosen: string) => {
    const typed = from.trim();
    const isNumber = /^\d{1,19}$/.test(typed);
    setError(typed === '' || isNumber ? undefined : admin.templates.fromError);
    if (typed !== '' && !isNumber) return;
    const after = isNumber && BigInt(typed) > 1n ? String(BigInt(typed) - 1n) : '';
    setWanted({ client: chosen, after, tag: tag.trim(), consent: consent.trim() });
    setTimes(times + 1);
  };
  return (
    <>
      <Card title={admin.templates.find}>
        <Loaded from={clients}>
          {(known) => {
            const ids = [
              ...known.map(({ id }) => id),
              ...(onlyClient.value === null ? [ACCOUNTS] : []),
            ];
            const chosen = client ?? ids[0]!;
            return (
              <form
                class="filters"
                onSubmit={(event) => {
                  event.preventDefault();
                  show(chosen);
                }}
              >
                <Choice
                  label={admin.client}
                  value={chosen}
                  options={ids.map((id) => ({ value: id, label: id }))}
                  onValue={setClient}
                />
                <Field
                  label={admin.templates.from}
                  value={from}
                  onValue={setFrom}
                  inputmode="numeric"
                  error={error}
                />
                <Field label={admin.templates.tag} value={tag} onValue={setTag} />
                <Field
                  label={admin.templates.consent}
                  hint={admin.templates.consentHint}
                  value={consent}
                  onValue={setConsent}
                />
                <Button kind="main" type="submit">
                  {admin.show}
                </Button>
              </form>
            );
          }}
        </Loaded>
      </Card>
      {wanted && <Found key={times} wanted={wanted} />}
    </>
  );
}

function Found({ wanted: { after, ...filter } }: { readonly wanted: Wanted }) {
  const { client } = filter;
  const { admin } = t.value;
  const [places, setPlaces] = useState<readonly string[]>([after]);
  const page = useAnswer<TemplatePage>(`/templates${query({ ...filter, after: places.at(-1) })}`);
  const [chosen, setChosen] = useState<ClassId>();
  const [erased, setErased] = useState<{ readonly name: string; readonly receipt: string }>();
  const open = (classId: ClassId | undefined) => {
    setChosen(classId);
    setErased(undefined);
  };
  return (
    <>
      {erased && (
        <Appearing key={erased.receipt}>
          <Receipt {...erased} onClose={() => setErased(undefined)} />
        </Appearing>
      )}
      {chosen !== undefined && (
        <Appearing key={String(chosen)}>
          <PersonCard
            client={client}
            classId={chosen}
            onErased={(receipt) => {
              const name = fill(admin.templates.person, { id: String(chosen), client });
              open(undefined);
              setErased({ name, receipt });
              page.reload();
            }}
            onClose={() => open(undefined)}
          />
        </Appearing>
      )}
      <Card title={fill(admin.templates.of, { client })}>
        <div class="stack">
          <Loaded from={page}>
            {({ templates, next }) => (
              <>
                <PeopleTable client={client} people={templates} onOpen={open} />
                <Pager
                  places={places}
                  next={next === null ? undefined : String(next)}
                  onPlaces={setPlaces}
                />
              </>
            )}
          </Loaded>
        </div>
      </Card>
      <DuplicatesCard client={client} onOpen={open} />
    </>
  );
}

interface PeopleTableProps {
  readonly client: string;
  readonly people: readonly Template[];
  readonly onOpen: (classId: ClassId) => void;
}

function PeopleTable({ client, people, onOpen }: PeopleTableProps) {
  const { admin } = t.value;
  return (
    <DataTable
      label={fill(admin.templates.of, { client })}
      rows={people}
      keyOf={({ classId }) => String(classId)}
      empty={admin.templates.empty}
      columns={[
        { title: admin.templates.classId, cell: ({ classId }) => String(classId) },
        { title: admin.templates.enrolled, kind: 'time', cell: ({ enrolled }) => time(enrolled) },
        { title: admin.templates.updated, kind: 'time', cell: ({ updated }) => time(updated) },
        { title: admin.templates.tags, cell: ({ tags }) => tags.join(', ') || '–' },
        { title: admin.templates.consent, cell: ({ consent }) => consent ?? '–' },
        { title: admin.templates.state, cell: (template) => <State {...template} /> },
        {
          title: admin.actions,
          kind: 'actions',
          cell: ({ classId }) => (
            <Button size="small" disabled={!isExact(classId)} onClick={() => onOpen(classId)}>
              {admin.open} <Of name={String(classId)} />
            </Button>
          ),
        },
      ]}
    />
  );
}

const time = (given: string | null): string => (given === null ? '–' : formatTime(given));

function State({ intact }: Template) {
  const { admin } = t.value;
  return intact ? (
    <span class="tone-good">{admin.templates.intact}</span>
  ) : (
    <span class="tone-bad">{admin.templates.damaged}</span>
  );
}
