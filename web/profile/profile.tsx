/** The profile: the signed-in user's stored data, and all actions on it. */
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../account/answers.ts';
import { Refused } from '../account/failures.tsx';
import { mailedToken, OpenMailLink } from '../account/mail-link.tsx';
import { SecondFactorGate } from '../account/second-factor-gate.tsx';
import { ask } from '../account/service.ts';
import { SignIn } from '../account/sign-in.tsx';
import { StepHeading } from '../account/step-heading.tsx';
import { StepUp } from '../account/step-up.tsx';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Shell } from '../design/shell.tsx';
import { t } from '../language.ts';
import { ApplicationsCard } from './applications-card.tsx';
import { BrowsersCard } from './browsers-card.tsx';
import type { CardProps } from './card-props.ts';
import { DataCard } from './data-card.tsx';
import { EmailCard } from './email-card.tsx';
import { FaceCard } from './face-card.tsx';
import './profile.css';
import { at } from '../root.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function Profile() {
  const { account, mailLink, profile, recovery, signInTitles } = t.value;
  const { busy, refusal, run } = useCalls();
  const [session, setSession] = useState<Session>();
  const [again, setAgain] = useState(false);
  const [erased, setErased] = useState(false);
  const [token, setToken] = useState(mailedToken);
  const load = () =>
    run(async () => {
      setSession(await ask('GET', '/account/v1/session'));
      setAgain(false);
    });
  useEffect(load, []);
  const signedIn = () => {
    setToken(undefined);
    load();
  };

  // Administrators without account have no profile.
  const user = session?.kind === 'provider' ? null : session?.user;
  if (session === undefined)
    return (
      <Shell narrow>
        <div class="card stack">
          <h1>{profile.title}</h1>
          <Refused refusal={refusal} onAgain={load} />
          {busy && <p role="status">{account.loading}</p>}
        </div>
      </Shell>
    );
  if (!user || again)
    return (
      <Shell narrow shown="sign-in">
        <div class="stack">
          {erased && (
            <Notice tone="good" live>
              {profile.erased}
            </Notice>
          )}
          <SignIn title={signInTitles.identify} known={user?.name ?? ''} onDone={signedIn}>
            {!user && (
              <p class="small">
                {account.noAccount} <a href={at('/register')}>{account.register}</a>
              </p>
            )}
          </SignIn>
        </div>
      </Shell>
    );
  const signOut = () => run(async () => setSession(await ask('DELETE', '/account/v1/session')));
  const end = (
    <Button kind="bare" size="small" busy={busy} onClick={signOut}>
      {profile.signOut}
    </Button>
  );
  const open = () =>
    run(async () => {
      setSession(await ask('POST', '/account/v1/session/mail-link', { token }));
      setToken(undefined);
    });
  if (token !== undefined)
    return (
      <Shell narrow end={end} shown="mail-link">
        <div class="card stack">
          <StepHeading step="mail-link" title={mailLink.title} />
          <Refused refusal={refusal} words={{ 400: mailLink.elsewhere }} />
          <OpenMailLink within busy={busy} onOpen={open} />
          <Button kind="bare" size="wide" busy={busy} onClick={() => setToken(undefined)}>
            {account.back}
          </Button>
        </div>
      </Shell>
    );
  const { recent, step } = session;
  if (step !== null)
    return (
      <Shell narrow end={end} shown={step}>
        <SecondFactorGate step={step} user={user} onSession={setSession} />
        <StepUp user={user} onDone={load} />
      </Shell>
    );
  return (
    <Shell end={end} shown="profile">
      <StepUp user={user} onDone={load} />
      <div class="stack">
        <div>
          <h1>
            <bdi>{user.name}</bdi>
          </h1>
          <p class="quiet">{profile.lead}</p>
          {user.admin && <a href={at('/admin')}>{profile.admin}</a>}
        </div>
        <Refused refusal={refusal} />
        {user.enrolled && user.recoveryCodes === 0 && <Notice tone="warn">{recovery.none}</Notice>}
        {!recent && (
          <Notice>
            <p>{session.kind === 'mail' ? profile.cameByMail : profile.locked}</p>
            <Button size="small" onClick={() => setAgain(true)}>
              {profile.unlock}
            </Button>
          </Notice>
        )}
        <Cards
          user={user}
          locked={!recent}
          onSession={setSession}
          onChanged={load}
          onErased={(ended) => {
            setErased(true);
            setSession(ended);
          }}
        />
      </div>
    </Shell>
  );
}

interface CardsProps extends CardProps {
  readonly onSession: (session: Session) => void;
  readonly onChanged: () => void;
  readonly onErased: (session: Session) => void;
}

function Cards({ user, locked, onSession, onChanged, onErased }: CardsProps) {
  return (
    <div class="profile">
      <div class="stack">
        <FaceCard user={user} locked={locked} onEnrolled={onChanged} />
        <ApplicationsCard user={user} locked={locked} />
        <BrowsersCard user={user} locked={locked} onChanged={onChanged} />
      </div>
      <div class="stack">
        <EmailCard user={user} locked={locked} onSession={onSession} />
        <SecondFactorCard user={user} locked={locked} onSession={onSession} />
        <PasskeysCard user={user} locked={locked} onSession={onSession} />
        <RecoveryCodesCard user={user} locked={locked} onChanged={onChanged} />
        <SessionsCard user={user} locked={locked} />
        <DataCard user={user} locked={locked} onErased={onErased} />
      </div>
    </div>
  );
}
