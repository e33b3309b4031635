/** The second factor: setting up an authenticator app, and removing it. */
import { useState } from 'preact/hooks';
import type { Session } from '../account/answers.ts';
import { CodeStep } from '../account/code-step.tsx';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { SECOND_FACTOR, SetUpSecondFactor } from '../account/set-up-second-factor.tsx';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { t } from '../language.ts';
import type { CardProps } from './card-props.ts';

interface SecondFactorCardProps extends CardProps {
  readonly onSession: (session: Session) => void;
}

export function SecondFactorCard({ user, locked, onSession }: SecondFactorCardProps) {
  const { profile } = t.value;
  const on = user.secondFactors.includes('code');
  const stays = user.admin && !user.secondFactors.includes('passkey');
  return (
    <Card title={profile.secondFactor}>
      <div class="stack">
        <p>{on ? profile.secondFactorOn : profile.secondFactorOff}</p>
        {!on && <SetUpSecondFactor disabled={locked} onSession={onSession} />}
        {on && stays && <p class="quiet">{profile.secondFactorStays}</p>}
        {on && !stays && <TurnOff locked={locked} onSession={onSession} />}
      </div>
    </Card>
  );
}

function TurnOff({ locked, onSession }: Omit<SecondFactorCardProps, 'user'>) {
  const { shell, account, profile, faceErrors } = t.value;
  const { busy, refusal, run } = useCalls();
  const [removing, setRemoving] = useState(false);
  const remove = (code: string) =>
    run(async () => onSession(await ask('DELETE', SECOND_FACTOR, { code })));
  if (!removing)
    return (
      <div>
        <Button disabled={locked || busy} onClick={() => setRemoving(true)}>
          {profile.turnOff}
        </Button>
      </div>
    );
  return (
    <>
      <Refused refusal={refusal} words={{ 400: faceErrors.WrongCode, 403: account.signInAgain }} />
      <CodeStep busy={busy} submit={profile.turnOff} onCode={remove} />
      <Button kind="bare" size="wide" onClick={() => setRemoving(false)}>
        {shell.cancel}
      </Button>
    </>
  );
}
