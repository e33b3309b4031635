/** What a session lacks: the first second factor of an administrator, or a further way. */
import { useState } from 'preact/hooks';
import { t } from '../language.ts';
import type { Session, User, Way } from './answers.ts';
import { Refused } from './failures.tsx';
import { FirstSecondFactor } from './first-second-factor.tsx';
import { FurtherWay, furtherWayTitle } from './further-way.tsx';
import type { PasskeyBody } from './passkey.ts';
import { ask } from './service.ts';
import { StepHeading } from './step-heading.tsx';
import { useCalls } from './use-calls.ts';

const PASSKEY = '/account/v1/session/passkey';

interface SecondFactorGateProps {
  readonly step: 'second-factor-set-up' | 'second-factor';
  readonly user: User;
  /** True: within a dialog that has a title. */
  readonly within?: boolean;
  /** Receives the session after that step. */
  readonly onSession: (session: Session) => void;
}

export function SecondFactorGate(props: SecondFactorGateProps) {
  const { step, user, within = false, onSession } = props;
  const { account, signInTitles, faceErrors } = t.value;
  const { busy, refusal, run } = useCalls();
  const [given, setGiven] = useState<Way>('code');
  const { ways } = user;
  const give = async (code: string) => {
    setGiven('code');
    onSession(await ask('POST', '/account/v1/session/second-factor', { code }));
  };
  const givePasskey = async (body: PasskeyBody) => {
    setGiven('passkey');
    onSession(await ask('POST', PASSKEY, body));
  };
  const wrongCode = given === 'code' && refusal?.status === 400;
  const title = signInTitles[step];
  return (
    <div class={within ? 'stack' : 'card stack'}>
      {!within && (
        <StepHeading
          step={step}
          title={step === 'second-factor' ? furtherWayTitle(ways, title) : title}
        />
      )}
      {step === 'second-factor-set-up' ? (
        <FirstSecondFactor why={account.administratorsNeed} onDone={onSession} />
      ) : (
        <>
          {!wrongCode && <Refused refusal={refusal} words={{ 400: faceErrors.WrongPasskey }} />}
          <FurtherWay
            ways={ways}
            path={PASSKEY}
            mailPath="/account/v1/session/mail"
            busy={busy}
            run={run}
            problem={wrongCode ? faceErrors.WrongCode : undefined}
            onCode={give}
            onPasskey={givePasskey}
          />
        </>
      )}
    </div>
  );
}
