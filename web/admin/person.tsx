/** An enrolled person of a client: stored data, thumbnails if permitted, erasure. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask, save } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { ClassId, Job, Person } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { decisionText } from './decision.ts';
import { Fact, Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';
import { OpenedCard } from './opened-card.tsx';
import { may } from './rights.ts';
import { Thumbnails } from './thumbnails.tsx';
import { BASE, query, useAnswer } from './use-answer.ts';

interface PersonCardProps {
  readonly client: string;
  readonly classId: ClassId;
  readonly onErased: (receipt: string) => void;
  readonly onClose: () => void;
}

export function PersonCard({ client, classId, onErased, onClose }: PersonCardProps) {
  const { admin } = t.value;
  const path = `/templates/${encodeURIComponent(client)}/${classId}`;
  const person = useAnswer<Person>(path);
  const { busy, refusal, run } = useCalls();
  const [asked, setAsked] = useState(false);
  const erase = () =>
    run(async () => {
      setAsked(false);
      onErased((await ask<{ readonly receipt: string }>('DELETE', BASE + path)).receipt);
    });
  return (
    <OpenedCard
      title={fill(admin.templates.person, { id: String(classId), client })}
      onClose={onClose}
    >
      <div class="stack">
        <Refused refusal={refusal} />
        <Loaded from={person}>
          {(known) => (
            <>
              <PersonFacts person={known} />
              {may('see-pictures') && (known.thumbnailsStored ?? 0) > 0 && (
                <Thumbnails client={client} classId={classId} count={known.thumbnailsStored!} />
              )}
              <div class="row">
                {may('see-pictures') && (
                  <Button
                    busy={busy}
                    onClick={() =>
                      run(() => save(`${BASE}${path}/data`, `${client}-${classId}.json`))
                    }
                  >
                    {admin.templates.data}
                  </Button>
                )}
                {may('change-client') && (
                  <Button kind="danger" busy={busy} onClick={() => setAsked(true)}>
                    {admin.delete}
                  </Button>
                )}
              </div>
              <p>
                <a href={`#/audit${query({ person: String(classId), client })}`}>
                  {admin.audit.about}
                </a>
              </p>
              <h3>{admin.templates.history}</h3>
              <History jobs={known.history} />
            </>
          )}
        </Loaded>
      </div>
      {asked && (
        <Dialog
          title={fill(admin.templates.deleteQuestion, { id: String(classId), client })}
          confirm={admin.delete}
          danger
          busy={busy}
          onConfirm={erase}
          onCancel={() => setAsked(false)}
        >
          <p>{admin.templates.deleteWarning}</p>
        </Dialog>
      )}
    </OpenedCard>
  );
}

function PersonFacts({ person }: { readonly person: Person }) {
  const { admin } = t.value;
  const { templates } = admin;
  if (!person.available) return <p class="quiet">{templates.none}</p>;
  if (!person.intact) return <Notice tone="bad" title={templates.isDamaged} />;
  return (
    <Facts>
      <Fact name={templates.enrolled}>{person.enrolled ? formatTime(person.enrolled) : '–'}</Fact>
      <Fact name={templates.tags}>{person.tags?.join(', ') || '–'}</Fact>
      <Fact name={templates.consent}>
        {person.consent
          ? `${person.consent.reference} (${formatTime(person.consent.recorded)})`
          : '–'}
      </Fact>
      <Fact name={templates.vectors}>{person.featureVectors}</Fact>
      <Fact name={templates.encoder}>{person.encoderVersion}</Fact>
      <Fact name={templates.thumbnails}>{person.thumbnailsStored}</Fact>
    </Facts>
  );
}

function History({ jobs }: { readonly jobs: readonly Job[] }) {
  const { admin } = t.value;
  const statuses = admin.jobs.statuses;
  return (
    <DataTable
      label={admin.templates.history}
      rows={jobs}
      keyOf={({ jobId }) => jobId}
      empty={admin.templates.noHistory}
      columns={[
        { title: admin.time, cell: ({ started }) => formatTime(started) },
        { title: admin.operation, cell: ({ operation }) => operation },
        {
          title: admin.jobs.outcome,
          cell: ({ status, decision }) =>
            decision === undefined ? statuses[status] : decisionText(decision),
        },
      ]}
    />
  );
}
