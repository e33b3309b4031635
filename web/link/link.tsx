/** Redeems a one-time link, which confirms an e-mail address or lets a user enrol. */
import { useState } from 'preact/hooks';
import type { Enrolment, RedeemedLink } from '../account/answers.ts';
import { EnrolFace } from '../account/enrol-face.tsx';
import { EnrolledFace } from '../account/enrolled-face.tsx';
import { Refused } from '../account/failures.tsx';
import { SecondFactorGate } from '../account/second-factor-gate.tsx';
import { ask } from '../account/service.ts';
import { StepHeading } from '../account/step-heading.tsx';
import { useCalls } from '../account/use-calls.ts';
import { takeToken } from '../address-token.ts';
import { useNoCamera } from '../camera/no-camera.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { at } from '../root.ts';

const token = takeToken() ?? '';

export function OneTimeLink() {
  const { account, link: texts, register } = t.value;
  const { busy, refusal, run } = useCalls();
  const noCamera = useNoCamera();
  const [redeemed, setRedeemed] = useState<RedeemedLink>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const redeem = () =>
    run(async () => setRedeemed(await ask('POST', '/account/v1/links', { token })));

  const used = refusal?.status === 400 || refusal?.status === 404;
  const user = redeemed?.session.user;
  const reached = enrolment !== undefined ? 'done' : redeemed?.purpose;
  if (redeemed?.session.step === 'second-factor' && user)
    return (
      <Shell narrow>
        <SecondFactorGate
          step="second-factor"
          user={user}
          onSession={(session) => setRedeemed({ ...redeemed, session })}
        />
      </Shell>
    );
  return (
    <Shell narrow>
      <div class="card stack">
        <StepHeading
          step={used ? 'used' : (reached ?? 'open')}
          title={
            reached === undefined
              ? texts.title
              : fill(texts.titles[reached], { name: user?.name ?? '' })
          }
        />
        <Refused refusal={refusal} words={{ 400: texts.used, 404: texts.used }} />
        {used && <p>{texts.askAgain}</p>}
        {/* A press, as what merely looks at links must not use them up. */}
        {reached === undefined && !used && (
          <>
            <p>{texts.onlyIfYours}</p>
            {noCamera && <Notice live>{texts.noCamera}</Notice>}
            <Button kind="main" size="wide" busy={busy} onClick={redeem}>
              {account.next}
            </Button>
          </>
        )}
        {reached === 'confirm-email' && <p>{texts.confirmed}</p>}
        {reached === 'done' && user?.admin && (
          <p>
            {texts.admin} <a href={at('/admin')}>{texts.toAdmin}</a>
          </p>
        )}
        {reached === 'enrol' && <EnrolFace remembers onEnrolled={setEnrolment} />}
        {enrolment !== undefined && <EnrolledFace enrolment={enrolment} />}
        {(reached === 'done' || reached === 'confirm-email' || used) && (
          <a class="button button-main" href={at('/profile')}>
            {register.toProfile}
          </a>
        )}
      </div>
    </Shell>
  );
}
