/** The second factor: sets up and removes an authenticator app. */
import { useState } from 'preact/hooks';
import type { Session } from '../account/answers.ts';
import { CodeStep } from '../account/code-step.tsx';
import { ask } from '../account/service.ts';
import { SECOND_FACTOR, SetUpSecondFactor } from '../account/set-up-second-factor.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { t } from '../language.ts';
import { Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

interface SecondFactorCardProps extends CardProps {
  readonly onSession: (session: Session) => void;
}

export function SecondFactorCard({ user, locked, onSession }: SecondFactorCardProps) {
  const { shell, profile, faceErrors } = t.value;
  const [removing, setRemoving] = useState(false);
  const on = user.secondFactors.includes('code');
  const load = async () => {
    onSession(await ask('GET', '/account/v1/session'));
    setRemoving(false);
  };
  const calls = useCardCalls(load, load, `${on} ${removing}`);
  const stays = user.admin && !user.secondFactors.includes('passkey');
  const remove = (code: string) =>
    calls.run(async () => {
      onSession(await ask('DELETE', SECOND_FACTOR, { code }));
      setRemoving(false);
    });
  const cancel = () => {
    calls.forget();
    setRemoving(false);
  };
  return (
    <Card title={profile.secondFactor}>
      <div class="stack kept-focus" ref={calls.place} tabIndex={-1}>
        <p>{on ? profile.secondFactorOn : profile.secondFactorOff}</p>
        <Outcome of={calls} words={{ 400: faceErrors.WrongCode }} />
        {!on && <SetUpSecondFactor disabled={locked} onDone={onSession} />}
        {on && stays && <p class="quiet">{profile.secondFactorStays}</p>}
        {on && !stays && !removing && (
          <div>
            <Button disabled={locked} busy={calls.busy} onClick={() => setRemoving(true)}>
              {profile.turnOff}
            </Button>
          </div>
        )}
        {on && !stays && removing && (
          <>
            <CodeStep busy={calls.busy} submit={profile.turnOff} onCode={remove} />
            <Button kind="bare" size="wide" onClick={cancel}>
              {shell.cancel}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
