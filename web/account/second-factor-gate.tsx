/** What administrators do before anything else: set their second factor up, or give a code of it. */
import { t } from '../language.ts';
import type { Session } from './answers.ts';
import { CodeStep } from './code-step.tsx';
import { Refused } from './failures.tsx';
import { ask } from './service.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';
import { StepHeading } from './step-heading.tsx';
import { useCalls } from './use-calls.ts';

interface SecondFactorGateProps {
  readonly step: 'second-factor-set-up' | 'second-factor';
  /** Given the session in which that is done. */
  readonly onSession: (session: Session) => void;
}

export function SecondFactorGate({ step, onSession }: SecondFactorGateProps) {
  const { account, signInTitles, faceErrors } = t.value;
  const { busy, refusal, run } = useCalls();
  const give = (code: string) =>
    run(async () => onSession(await ask('POST', '/account/v1/session/second-factor', { code })));
  return (
    <div class="card stack">
      <StepHeading step={step} title={signInTitles[step]} />
      {step === 'second-factor-set-up' ? (
        <>
          <p>{account.administratorsNeedCode}</p>
          <p class="small quiet">{account.whatAuthenticatorsAre}</p>
          <SetUpSecondFactor onSession={onSession} />
        </>
      ) : (
        <>
          <Refused refusal={refusal} words={{ 400: faceErrors.WrongCode }} />
          <CodeStep busy={busy} submit={account.next} onCode={give} />
        </>
      )}
    </div>
  );
}
