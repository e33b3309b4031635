/** Users: search, creation, and one of them in detail. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { Account, MadeUser, OneTimeLink, UserPage } from './answers.ts';
import { Appearing } from './appearing.tsx';
import { DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { NewUser } from './new-user.tsx';
import { Pager } from './pager.tsx';
import { Receipt } from './receipt.tsx';
import { may } from './rights.ts';
import { query, useAnswer } from './use-answer.ts';
import { UserCard } from './user-card.tsx';
import { Email, Of, roleText } from './user-text.tsx';

const PAGE = 50;

interface Erased {
  readonly name: string;
  readonly receipt: string;
}

export function Users() {
  const { admin } = t.value;
  const { users: texts } = admin;
  const [typed, setTyped] = useState('');
  const [find, setFind] = useState('');
  /** Last name before each opened page. */
  const [places, setPlaces] = useState<readonly string[]>(['']);
  const users = useAnswer<UserPage>(`/users${query({ find, after: places.at(-1), limit: PAGE })}`);
  const [creating, setCreating] = useState(false);
  const [chosen, setChosen] = useState<Pick<Account, 'id' | 'name'>>();
  const [link, setLink] = useState<OneTimeLink>();
  const [invited, setInvited] = useState<string>();
  const [erased, setErased] = useState<Erased>();

  const open = (user?: Pick<Account, 'id' | 'name'>) => {
    setChosen(user);
    setLink(undefined);
    setInvited(undefined);
    setErased(undefined);
  };
  const made = ({ id, name, mailed, link: made, expires }: MadeUser) => {
    setCreating(false);
    open({ id, name });
    users.reload();
    if (mailed) setInvited(name);
    else if (made && expires) setLink({ name, link: made, expires });
  };
  return (
    <>
      {invited && <Notice tone="good" live title={fill(texts.invited, { name: invited })} />}
      {link && (
        <Appearing key={link.link}>
          <Notice tone="good" live title={fill(texts.linkFor, { name: link.name })}>
            <p>{fill(texts.linkHint, { expires: formatTime(link.expires) })}</p>
            <CodeBlock short label={texts.link} code={link.link} />
          </Notice>
        </Appearing>
      )}
      {erased && (
        <Appearing key={erased.receipt}>
          <Receipt {...erased} onClose={() => setErased(undefined)} />
        </Appearing>
      )}
      {creating && (
        <Appearing>
          <NewUser onMade={made} onCancel={() => setCreating(false)} />
        </Appearing>
      )}
      {chosen !== undefined && (
        <Appearing key={chosen.id}>
          <UserCard
            id={chosen.id}
            name={chosen.name}
            onLink={setLink}
            onInvited={setInvited}
            onChanged={users.reload}
            onErased={(name, receipt) => {
              open();
              setErased({ name, receipt });
              users.reload();
            }}
            onClose={() => open()}
          />
        </Appearing>
      )}
      <Card
        title={admin.pages.users}
        end={
          may('change-users') &&
          !creating && (
            <Button kind="main" size="small" onClick={() => setCreating(true)}>
              {texts.create}
            </Button>
          )
        }
      >
        <div class="stack">
          <form
            class="filters"
            onSubmit={(event) => {
              event.preventDefault();
              users.reload();
              setFind(typed.trim());
              setPlaces(['']);
            }}
          >
            <Field type="search" label={texts.search} value={typed} onValue={setTyped} />
            <Button type="submit">{admin.show}</Button>
          </form>
          <Loaded from={users}>
            {({ users: found, next }) => (
              <>
                <DataTable
                  label={admin.pages.users}
                  rows={found}
                  keyOf={({ id }) => id}
                  empty={texts.empty}
                  columns={[
                    { title: texts.name, cell: (user) => user.name },
                    { title: texts.email, cell: (user) => <Email user={user} /> },
                    {
                      title: texts.face,
                      cell: ({ enrolled }) => (enrolled ? texts.enrolled : texts.noFace),
                    },
                    { title: texts.role, cell: roleText },
                    {
                      title: texts.state,
                      cell: ({ disabled }) => (disabled ? texts.isDisabled : texts.isActive),
                    },
                    {
                      title: admin.created,
                      kind: 'time',
                      cell: ({ created }) => formatTime(created),
                    },
                    {
                      title: admin.actions,
                      kind: 'actions',
                      cell: ({ id, name }) => (
                        <Button size="small" onClick={() => open({ id, name })}>
                          {admin.open} <Of name={name} />
                        </Button>
                      ),
                    },
                  ]}
                />
                <Pager places={places} next={next ?? undefined} onPlaces={setPlaces} />
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </>
  );
}
