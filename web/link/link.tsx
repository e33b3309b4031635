/** Redeems a one-time link: it confirms an e-mail address, or lets somebody enrol. */
import { useEffect, useState } from 'preact/hooks';
import type { Enrolment, RedeemedLink } from '../account/answers.ts';
import { EnrolFace } from '../account/enrol-face.tsx';
import { EnrolledFace } from '../account/enrolled-face.tsx';
import { Refused } from '../account/failures.tsx';
import { SecondFactorGate } from '../account/second-factor-gate.tsx';
import { ask } from '../account/service.ts';
import { StepHeading } from '../account/step-heading.tsx';
import { useCalls } from '../account/use-calls.ts';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';

/** It lies behind the `#`, so that it is sent to no server, and leaves the address at once. */
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname + location.search);

export function OneTimeLink() {
  const { account, link: texts, register } = t.value;
  const { busy, refusal, run } = useCalls();
  const [redeemed, setRedeemed] = useState<RedeemedLink>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const redeem = () =>
    run(async () => setRedeemed(await ask('POST', '/account/v1/links', { token })));
  useEffect(redeem, []);

  const used = refusal?.status === 400 || refusal?.status === 404;
  const user = redeemed?.session.user;
  const step = enrolment !== undefined ? 'done' : (redeemed?.purpose ?? 'title');
  if (redeemed?.session.step === 'second-factor')
    return (
      <Shell narrow>
        <SecondFactorGate
          step="second-factor"
          kinds={user?.secondFactors ?? []}
          onSession={(session) => setRedeemed({ ...redeemed, session })}
        />
      </Shell>
    );
  return (
    <Shell narrow>
      <div class="card stack">
        <StepHeading
          step={step}
          title={
            step === 'title' ? texts.title : fill(texts.titles[step], { name: user?.name ?? '' })
          }
        />
        <Refused refusal={refusal} words={{ 400: texts.used, 404: texts.used }} onAgain={redeem} />
        {used && <p>{texts.askAgain}</p>}
        {busy && <p>{account.loading}</p>}
        {step === 'confirm-email' && <p>{texts.confirmed}</p>}
        {(step === 'enrol' || step === 'done') && user?.admin && (
          <p>
            {texts.admin} <a href="/admin">{texts.toAdmin}</a>
          </p>
        )}
        {step === 'enrol' && <EnrolFace onEnrolled={setEnrolment} />}
        {enrolment !== undefined && <EnrolledFace enrolment={enrolment} />}
        {(step === 'done' || step === 'confirm-email' || used) && (
          <a class="button button-main" href="/profile">
            {register.toProfile}
          </a>
        )}
      </div>
    </Shell>
  );
}
