/** Where the person is signed in, and signing out everywhere else. */
import { useEffect, useState } from 'preact/hooks';
import type { ListedSession } from '../account/answers.ts';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { CardProps } from './card-props.ts';

const PATH = '/account/v1/sessions';

export function SessionsCard({ locked }: CardProps) {
  const { account, profile } = t.value;
  const { busy, refusal, run } = useCalls();
  const [sessions, setSessions] = useState<readonly ListedSession[]>();
  const load = (method: 'GET' | 'DELETE') => run(async () => setSessions(await ask(method, PATH)));
  useEffect(() => load('GET'), []);
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Card title={profile.sessions}>
      <div class="stack">
        <Refused refusal={refusal} words={{ 403: account.signInAgain }} />
        {sessions?.map(({ created, expires, current }) => (
          <p key={created} class="small">
            {fill(current ? profile.thisSession : profile.otherSession, {
              created: formatTime(created),
              expires: formatTime(expires),
            })}
          </p>
        ))}
        {others.length > 0 && (
          <Button size="small" disabled={locked || busy} onClick={() => load('DELETE')}>
            {profile.endSessions}
          </Button>
        )}
      </div>
    </Card>
  );
}
