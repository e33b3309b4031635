/** The first step for administrators: set up a second factor, or give its code. */
import { useState } from 'preact/hooks';
import { t } from '../language.ts';
import type { SecondFactor, Session } from './answers.ts';
import { Refused } from './failures.tsx';
import { FirstSecondFactor } from './first-second-factor.tsx';
import type { PasskeyBody } from './passkey.ts';
import { SecondFactorStep, secondFactorTitle } from './second-factor-step.tsx';
import { ask } from './service.ts';
import { StepHeading } from './step-heading.tsx';
import { useCalls } from './use-calls.ts';

const PASSKEY = '/account/v1/session/passkey';

interface SecondFactorGateProps {
  readonly step: 'second-factor-set-up' | 'second-factor';
  /** Second factors of the user. */
  readonly kinds: readonly SecondFactor[];
  /** Receives the session after that step. */
  readonly onSession: (session: Session) => void;
}

export function SecondFactorGate({ step, kinds, onSession }: SecondFactorGateProps) {
  const { account, signInTitles, faceErrors } = t.value;
  const { busy, refusal, run } = useCalls();
  const [given, setGiven] = useState<SecondFactor>('code');
  const give = (code: string) =>
    run(async () => {
      setGiven('code');
      onSession(await ask('POST', '/account/v1/session/second-factor', { code }));
    });
  const givePasskey = async (body: PasskeyBody) => {
    setGiven('passkey');
    onSession(await ask('POST', PASSKEY, body));
  };
  const wrongCode = given === 'code' && refusal?.status === 400;
  const title = signInTitles[step];
  return (
    <div class="card stack">
      <StepHeading
        step={step}
        title={step === 'second-factor' ? secondFactorTitle(kinds, title) : title}
      />
      {step === 'second-factor-set-up' ? (
        <FirstSecondFactor why={account.administratorsNeed} onDone={onSession} />
      ) : (
        <>
          {!wrongCode && <Refused refusal={refusal} words={{ 400: faceErrors.WrongPasskey }} />}
          <SecondFactorStep
            kinds={kinds}
            path={PASSKEY}
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
