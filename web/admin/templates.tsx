/** Templates by client and class: what is kept of whom, and erasing one. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Choice, Field } from '../design/field.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { ClassId, Client, Template, TemplatePage } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { BASE, query, useAnswer } from './use-answer.ts';
import { Of } from './users.tsx';

/** Templates of the people who log in belong to a client of the service itself. */
const ACCOUNTS = 'accounts';

interface Wanted {
  readonly client: string;
  /** Class ids above this one; empty: from the first. */
  readonly after: string;
}

export function Templates() {
  const { admin } = t.value;
  const clients = useAnswer<readonly Client[]>('/clients');
  const [client, setClient] = useState<string>();
  const [from, setFrom] = useState('');
  const [wanted, setWanted] = useState<Wanted>();
  const [error, setError] = useState<string>();

  const show = (chosen: string) => {
    const typed = from.trim();
    const isNumber = /^\d{1,19}$/.test(typed);
    setError(typed === '' || isNumber ? undefined : admin.templates.fromError);
    if (typed !== '' && !isNumber) return;
    const after = isNumber && BigInt(typed) > 1n ? String(BigInt(typed) - 1n) : '';
    setWanted({ client: chosen, after });
  };
  return (
    <>
      <Card title={admin.templates.find}>
        <Loaded from={clients}>
          {(known) => {
            const ids = [...known.map(({ id }) => id), ACCOUNTS];
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
                <Button kind="main" type="submit">
                  {admin.show}
                </Button>
              </form>
            );
          }}
        </Loaded>
      </Card>
      {wanted && <Found key={`${wanted.client} ${wanted.after}`} wanted={wanted} />}
    </>
  );
}

function Found({ wanted: { client, after } }: { readonly wanted: Wanted }) {
  const { admin } = t.value;
  const [places, setPlaces] = useState<readonly string[]>([after]);
  const page = useAnswer<TemplatePage>(`/templates${query({ client, after: places.at(-1) })}`);
  const { busy, refusal, run } = useCalls();
  const [asked, setAsked] = useState<ClassId>();
  const erase = (classId: ClassId) =>
    run(async () => {
      setAsked(undefined);
      await ask('DELETE', `${BASE}/templates/${encodeURIComponent(client)}/${classId}`);
      page.reload();
    });
  return (
    <Card title={fill(admin.templates.of, { client })}>
      <div class="stack">
        <Refused refusal={refusal} />
        <Loaded from={page}>
          {({ templates, next }) => (
            <>
              <DataTable
                label={fill(admin.templates.of, { client })}
                rows={templates}
                keyOf={({ classId }) => String(classId)}
                empty={admin.templates.empty}
                columns={[
                  { title: admin.templates.classId, cell: ({ classId }) => String(classId) },
                  { title: admin.templates.enrolled, cell: ({ enrolled }) => time(enrolled) },
                  { title: admin.templates.updated, cell: ({ updated }) => time(updated) },
                  {
                    title: admin.templates.vectors,
                    kind: 'number',
                    cell: ({ featureVectors }) => featureVectors,
                  },
                  {
                    title: admin.templates.encoder,
                    kind: 'number',
                    cell: ({ encoderVersion }) => encoderVersion,
                  },
                  { title: admin.templates.tags, cell: ({ tags }) => tags.join(', ') || '–' },
                  { title: admin.templates.state, cell: (template) => <State {...template} /> },
                  {
                    title: admin.actions,
                    kind: 'actions',
                    cell: ({ classId }) => (
                      <Button
                        size="small"
                        kind="danger"
                        disabled={!isExact(classId)}
                        onClick={() => setAsked(classId)}
                      >
                        {admin.delete} <Of name={String(classId)} />
                      </Button>
                    ),
                  },
                ]}
              />
              <div class="row">
                {places.length > 1 && (
                  <Button onClick={() => setPlaces(places.slice(0, -1))}>{admin.previous}</Button>
                )}
                {next !== null && (
                  <Button onClick={() => setPlaces([...places, String(next)])}>{admin.next}</Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </div>
      {asked !== undefined && (
        <Dialog
          title={fill(admin.templates.deleteQuestion, { id: String(asked), client })}
          confirm={admin.delete}
          danger
          busy={busy}
          onConfirm={() => erase(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>{admin.templates.deleteWarning}</p>
        </Dialog>
      )}
    </Card>
  );
}

/** Browsers that cannot read 64-bit numbers exactly must not delete by them. */
const isExact = (classId: ClassId): boolean =>
  typeof classId === 'bigint' || Number.isSafeInteger(classId);

const time = (given: string | null): string => (given === null ? '–' : formatTime(given));

function State({ intact }: Template) {
  const { admin } = t.value;
  return intact ? (
    <span class="tone-good">{admin.templates.intact}</span>
  ) : (
    <span class="tone-bad">{admin.templates.damaged}</span>
  );
}
