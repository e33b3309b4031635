/** The user's sessions, with an end for each, and recent attempts to sign in. */
import { useEffect, useState } from 'preact/hooks';
import type { ListedSession, ListedSignIn } from '../account/answers.ts';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { fill, formatTime, t } from '../language.ts';
import { Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

const PATH = '/account/v1/sessions';

export function SessionsCard({ locked }: CardProps) {
  const { profile } = t.value;
  const [sessions, setSessions] = useState<readonly ListedSession[]>();
  const calls = useCardCalls(async () => setSessions(await ask('GET', PATH)));
  const { busy, run } = calls;
  useEffect(calls.load, []);
  const end = (name = '') => run(async () => setSessions(await ask('DELETE', PATH + name)));
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Card title={profile.sessions}>
      <div class="stack kept-focus" ref={calls.place} tabIndex={-1}>
        <Outcome of={calls} empty={sessions === undefined} />
        {sessions?.map((session) => (
          <div key={session.name} class="application">
            <div>
              <h3>
                <Place session={session} />
              </h3>
              <p class="small quiet">
                {session.network && (
                  <>
                    <bdi>{session.network}</bdi> ·{' '}
                  </>
                )}
                {timesOf(session)}
              </p>
            </div>
            {!session.current && (
              <Button
                size="small"
                disabled={locked}
                busy={busy}
                onClick={() => end(`/${session.name}`)}
              >
                {profile.endSession}
              </Button>
            )}
          </div>
        ))}
        {others.length > 1 && (
          <div>
            <Button size="small" disabled={locked} busy={busy} onClick={() => end()}>
              {profile.endSessions}
            </Button>
          </div>
        )}
        <SignIns />
      </div>
    </Card>
  );
}

/** Whether it is the current session, and its browser if known. */
function Place({ session: { browser, current } }: { readonly session: ListedSession }) {
  const { here, elsewhere } = t.value.profile;
  if (browser === null) return <>{current ? here : elsewhere}</>;
  return (
    <>
      {current && `${here}: `}
      <bdi>{browser}</bdi>
    </>
  );
}

function timesOf({ created, lastSeen, expires }: ListedSession): string {
  return fill(t.value.profile.sessionTimes, {
    created: formatTime(created),
    seen: formatTime(lastSeen),
    expires: formatTime(expires),
  });
}

/** Loaded on demand. */
function SignIns() {
  const { account, profile } = t.value;
  const { refusal, run } = useCalls();
  const [history, setHistory] = useState<readonly ListedSignIn[]>();
  const load = () => run(async () => setHistory(await ask('GET', '/account/v1/sign-ins')));
  const open = (event: { readonly currentTarget: HTMLDetailsElement }) => {
    if (event.currentTarget.open) load();
  };
  return (
    <details onToggle={open}>
      <summary>{profile.history}</summary>
      <Refused refusal={refusal} onAgain={load} />
      {history === undefined && refusal === undefined && <p>{account.loading}</p>}
      {history?.length === 0 && <p class="quiet">{profile.noHistory}</p>}
      <ul class="sign-ins">
        {history?.map(({ time, passed, by, application }, place) => (
          // Attempts have no ids, and may share their time.
          <li key={place}>
            <bdi>{application ?? profile.ownProfile}</bdi> · {profile.shown[by]}:{' '}
            <b class={passed ? '' : 'sign-in-refused'}>
              {passed ? profile.passed : profile.notPassed}
            </b>
            <p class="small quiet">{formatTime(time)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
