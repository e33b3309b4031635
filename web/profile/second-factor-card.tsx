/** The second factor: setting up an authenticator app, and removing it. */
import { useState } from 'preact/hooks';
import type { Session } from '../account/answers.ts';
import { CodeStep } from '../account/code-step.tsx';
import { ask } from '../account/service.ts';
import { SECOND_FACTOR, SetUpSecondFactor } from '../account/set-up-second-factor.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { t } from '../language.ts';
import { type CardCalls, Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

interface SecondFactorCardProps extends CardProps {
  readonly onSession: (session: Session) => void;
}

export function SecondFactorCard({ user, locked, onSession }: SecondFactorCardProps) {
  const { profile, faceErrors } = t.value;
  const calls = useCardCalls(async () => onSession(await ask('GET', '/account/v1/session')));
  const on = user.secondFactors.includes('code');
  const stays = user.admin && !user.secondFactors.includes('passkey');
  return (
    <Card title={profile.secondFactor}>
      <div class="stack kept-focus" ref={calls.place} tabIndex={-1}>
        <p>{on ? profile.secondFactorOn : profile.secondFactorOff}</p>
        <Outcome of={calls} words={{ 400: faceErrors.WrongCode }} />
        {!on && <SetUpSecondFactor disabled={locked} onSession={onSession} />}
        {on && stays && <p class="quiet">{profile.secondFactorStays}</p>}
        {on && !stays && <TurnOff calls={calls} locked={locked} onSession={onSession} />}
      </div>
    </Card>
  );
}

interface TurnOffProps extends Omit<SecondFactorCardProps, 'user'> {
  readonly calls: CardCalls;
}

function TurnOff({ calls: { busy, run }, locked, onSession }: TurnOffProps) {
  const { shell, profile } = t.value;
  const [removing, setRemoving] = useState(false);
  const remove = (code: string) =>
    run(async () => onSession(await ask('DELETE', SECOND_FACTOR, { code })));
  if (!removing)
    return (
      <div>
        <Button disabled={locked} busy={busy} onClick={() => setRemoving(true)}>
          {profile.turnOff}
        </Button>
      </div>
    );
  return (
    <>
      <CodeStep busy={busy} submit={profile.turnOff} onCode={remove} />
      <Button kind="bare" size="wide" onClick={() => setRemoving(false)}>
        {shell.cancel}
      </Button>
    </>
  );
}
