/** One user: details, and all actions. */
import { useState } from 'preact/hooks';
import type { KnownBrowser } from '../account/answers.ts';
import { Refused } from '../account/failures.tsx';
import { ask, save } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { Account, MadeUser, OneTimeLink } from './answers.ts';
import { Fact, Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';
import { OpenedCard } from './opened-card.tsx';
import { PositionFields, positionOf, type TypedPosition } from './position-fields.tsx';
import { may } from './rights.ts';
import { BASE, query, useAnswer } from './use-answer.ts';
import { roleText } from './user-text.tsx';

interface UserCardProps {
  readonly id: string;
  readonly name: string;
  readonly onLink: (link: OneTimeLink) => void;
  /** A link was mailed to the user of that name. */
  readonly onInvited: (name: string) => void;
  /** Something about the user has changed. */
  readonly onChanged: () => void;
  readonly onErased: (name: string, receipt: string) => void;
  readonly onClose: () => void;
}

/** Actions that ask first. */
type Asked = 'reset' | 'disable' | 'erase';

/** Loads the user when opened, on whichever page of the list. */
export function UserCard({ id, name, onClose, onChanged, ...card }: UserCardProps) {
  const user = useAnswer<Account>(`/users/${encodeURIComponent(id)}`);
  const changed = () => {
    user.reload();
    onChanged();
  };
  return (
    <OpenedCard title={name} onClose={onClose}>
      <Loaded from={user}>
        {(known) => <KnownUser user={known} onChanged={changed} {...card} />}
      </Loaded>
    </OpenedCard>
  );
}

type KnownUserProps = Omit<UserCardProps, 'id' | 'name' | 'onClose'> & { readonly user: Account };

function KnownUser({ user, onLink, onInvited, onChanged, onErased }: KnownUserProps) {
  const { admin } = t.value;
  const { users } = admin;
  const { busy, refusal, run } = useCalls();
  const [asked, setAsked] = useState<Asked>();
  const { name } = user;
  const at = `${BASE}/users/${user.id}`;
  const makeLink = () =>
    run(async () =>
      onLink({ name, ...(await ask<Omit<OneTimeLink, 'name'>>('POST', `${at}/link`)) }),
    );
  const invite = () =>
    run(async () => {
      const made = await ask<Omit<MadeUser, 'id' | 'name'>>('POST', `${at}/invitation`);
      if (made.mailed) onInvited(name);
      else if (made.link && made.expires) onLink({ name, link: made.link, expires: made.expires });
    });
  const change = (what: 'reset' | 'disable' | 'enable') =>
    run(async () => {
      setAsked(undefined);
      await ask('POST', `${at}/${what}`);
      onChanged();
    });
  const erase = () =>
    run(async () => {
      setAsked(undefined);
      onErased(name, (await ask<{ readonly receipt: string }>('DELETE', at)).receipt);
    });
  const done = { reset: () => change('reset'), disable: () => change('disable'), erase };
  const ofOwners = user.role !== null && !may('change-users');
  return (
    <>
      <div class="stack">
        <Refused refusal={refusal} words={{ 400: users.notInvited, 403: users.lastOwner }} />
        {user.disabled && <Notice tone="warn" title={users.cannotLogIn} />}
        <Facts>
          <Fact name={users.email}>
            {user.email ?? '–'} {user.email && !user.emailConfirmed && `(${users.unconfirmed})`}
          </Fact>
          <Fact name={users.face}>{user.enrolled ? users.enrolled : users.noFace}</Fact>
          <Fact name={users.secondFactor}>{user.secondFactor ? users.isSet : '–'}</Fact>
          <Fact name={users.role}>{roleText(user)}</Fact>
          <Fact name={admin.created}>{formatTime(user.created)}</Fact>
        </Facts>
        <Browsers at={`/users/${user.id}/browsers`} mayForget={!ofOwners && may('reset-users')} />
        {may('see-client') && (
          <p>
            <a href={`#/audit${query({ person: user.id })}`}>{admin.audit.about}</a>
          </p>
        )}
        {ofOwners && <p class="quiet">{users.ofOwners}</p>}
        {!ofOwners && (
          <div class="row">
            {may('reset-users') && (
              <>
                <Button busy={busy} disabled={user.disabled} onClick={makeLink}>
                  {users.makeLink}
                </Button>
                {user.email && !user.enrolled && (
                  <Button busy={busy} disabled={user.disabled} onClick={invite}>
                    {users.inviteAgain}
                  </Button>
                )}
                <Button onClick={() => setAsked('reset')}>{users.reset}</Button>
              </>
            )}
            {may('change-users') && (
              <>
                <Button busy={busy} onClick={() => run(() => save(`${at}/data`, 'user-data.json'))}>
                  {users.data}
                </Button>
                {user.disabled ? (
                  <Button onClick={() => change('enable')}>{users.enable}</Button>
                ) : (
                  <Button onClick={() => setAsked('disable')}>{users.disable}</Button>
                )}
                <Button kind="danger" onClick={() => setAsked('erase')}>
                  {users.erase}
                </Button>
              </>
            )}
          </div>
        )}
        {may('change-users') && (
          <RoleForm key={roleText(user)} user={user} at={at} onChanged={onChanged} />
        )}
      </div>
      {asked && (
        <Dialog
          title={fill(users.questions[asked], { name })}
          confirm={users[asked]}
          danger
          busy={busy}
          onConfirm={done[asked]}
          onCancel={() => setAsked(undefined)}
        >
          <p>{users.warnings[asked]}</p>
        </Dialog>
      )}
    </>
  );
}

interface BrowsersProps {
  readonly at: string;
  readonly mayForget: boolean;
}

/** Known browsers of the user. Nothing if there are none. */
function Browsers({ at, mayForget }: BrowsersProps) {
  const { admin, browsers: texts } = t.value;
  const { users } = admin;
  const known = useAnswer<readonly KnownBrowser[]>(at);
  const { busy, refusal, run } = useCalls();
  const forget = (name: string) =>
    run(async () => {
      await ask('DELETE', `${BASE}${at}/${name}`);
      known.reload();
    });
  return (
    <Loaded from={known}>
      {(browsers) =>
        browsers.length === 0 ? null : (
          <section class="stack-tight" aria-label={users.browsers}>
            <h3>{users.browsers}</h3>
            <Refused refusal={refusal} />
            <ul class="plain-list">
              {browsers.map(({ name, browser, lastUsed }) => (
                <li key={name} class="row">
                  <span>
                    <bdi>{browser ?? texts.unnamed}</bdi>,{' '}
                    {fill(users.browserUsed, { time: formatTime(lastUsed) })}
                  </span>
                  {mayForget && (
                    <Button size="small" busy={busy} onClick={() => forget(name)}>
                      {users.forgetBrowser}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

interface RoleFormProps {
  readonly user: Account;
  readonly at: string;
  readonly onChanged: () => void;
}

function RoleForm({ user, at, onChanged }: RoleFormProps) {
  const { users } = t.value.admin;
  const { busy, refusal, run } = useCalls();
  const before = { role: user.role ?? '', client: user.client ?? '' } as const;
  const [typed, setTyped] = useState<TypedPosition>(before);
  const isNew = typed.role !== before.role || typed.client !== before.client;
  const save = () =>
    run(async () => {
      const position = positionOf(typed);
      await (position ? ask('PUT', `${at}/role`, position) : ask('DELETE', `${at}/role`));
      onChanged();
    });
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Refused refusal={refusal} words={{ 403: users.lastOwner }} />
      <PositionFields typed={typed} onTyped={setTyped} />
      {isNew && (
        <Button type="submit" busy={busy}>
          {users.saveRole}
        </Button>
      )}
    </form>
  );
}
