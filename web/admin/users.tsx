/** The people who log in: who has a face enrolled, a new link for somebody, erasing somebody. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask, save } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { Account } from './answers.ts';
import { Appearing } from './appearing.tsx';
import { DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { BASE, useAnswer } from './use-answer.ts';

interface OneTimeLink {
  readonly name: string;
  readonly link: string;
  readonly expires: string;
}

// Long: the markup of one page, from top to bottom.
export function Users() {
  const { admin } = t.value;
  const users = useAnswer<readonly Account[]>('/users');
  const { busy, refusal, run } = useCalls();
  const [made, setMade] = useState<OneTimeLink>();
  const [asked, setAsked] = useState<Account>();

  const makeLink = ({ id, name }: Account) =>
    run(async () => {
      const link = await ask<Omit<OneTimeLink, 'name'>>('POST', `${BASE}/users/${id}/link`, {});
      setMade({ name, ...link });
    });
  const take = ({ id }: Account) => run(() => save(`${BASE}/users/${id}/data`, 'user-data.json'));
  const erase = ({ id }: Account) =>
    run(async () => {
      setAsked(undefined);
      await ask('DELETE', `${BASE}/users/${id}`);
      users.reload();
    });
  return (
    <Card title={admin.pages.users}>
      <div class="stack">
        <Refused refusal={refusal} />
        {made && (
          <Appearing key={made.link}>
            <Notice tone="good" live title={fill(admin.users.linkFor, { name: made.name })}>
              <p>{fill(admin.users.linkHint, { expires: formatTime(made.expires) })}</p>
              <CodeBlock short label={admin.users.link} code={made.link} />
            </Notice>
          </Appearing>
        )}
        <Loaded from={users}>
          {(rows) => (
            <DataTable
              label={admin.pages.users}
              rows={rows}
              keyOf={({ id }) => id}
              empty={admin.users.empty}
              columns={[
                { title: admin.users.name, cell: (user) => user.name },
                { title: admin.users.email, cell: (user) => <Email user={user} /> },
                {
                  title: admin.users.face,
                  cell: ({ enrolled }) => (enrolled ? admin.users.enrolled : admin.users.noFace),
                },
                {
                  title: admin.users.rights,
                  cell: (user) =>
                    [user.admin && admin.users.admin, user.secondFactor && admin.users.secondFactor]
                      .filter(Boolean)
                      .join(', ') || '–',
                },
                { title: admin.created, cell: ({ created }) => formatTime(created) },
                {
                  title: admin.actions,
                  kind: 'actions',
                  cell: (user) => (
                    <div class="row-actions">
                      <Button size="small" busy={busy} onClick={() => makeLink(user)}>
                        {admin.users.makeLink} <Of name={user.name} />
                      </Button>
                      <Button size="small" busy={busy} onClick={() => take(user)}>
                        {admin.users.data} <Of name={user.name} />
                      </Button>
                      <Button size="small" kind="danger" onClick={() => setAsked(user)}>
                        {admin.users.erase} <Of name={user.name} />
                      </Button>
                    </div>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </div>
      {asked && (
        <Dialog
          title={fill(admin.users.eraseQuestion, { name: asked.name })}
          confirm={admin.users.erase}
          danger
          busy={busy}
          onConfirm={() => erase(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>{admin.users.eraseWarning}</p>
        </Dialog>
      )}
    </Card>
  );
}

function Email({ user: { email, emailConfirmed } }: { readonly user: Account }) {
  const { admin } = t.value;
  if (email === undefined) return <>–</>;
  return (
    <>
      {email} {!emailConfirmed && <span class="quiet">({admin.users.unconfirmed})</span>}
    </>
  );
}

/** Buttons of rows look alike; screen readers are told which row they are of. */
export const Of = ({ name }: { readonly name: string }) => (
  <span class="visually-hidden">{name}</span>
);
