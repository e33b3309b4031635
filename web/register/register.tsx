/** Registers an account: a name, an optional e-mail address, and the face. */
import { useEffect, useState } from 'preact/hooks';
import type { Enrolment, LoginStep, Registration, Session } from '../account/answers.ts';
import { CanLook } from '../account/can-look.tsx';
import { EnrolFace } from '../account/enrol-face.tsx';
import { EnrolledFace } from '../account/enrolled-face.tsx';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { StepHeading } from '../account/step-heading.tsx';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { at } from '../root.ts';
import { NameForm } from './name-form.tsx';

const cameFrom = new URLSearchParams(location.search).get('login');
/** The login from which a user without an account came. */
const LOGIN = cameFrom === null ? undefined : `/login/${encodeURIComponent(cameFrom)}`;

export function Register() {
  const { account, register: texts } = t.value;
  const { busy, refusal, run } = useCalls();
  const [session, setSession] = useState<Session>();
  const [mailed, setMailed] = useState<boolean>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const load = () => run(async () => setSession(await ask('GET', '/account/v1/session')));
  useEffect(load, []);

  /** Returns to the login, where the enrolment counts as showing the face. */
  const goOn = () => {
    if (LOGIN === undefined) return;
    run(async () => {
      const { location: end } = await ask<LoginStep>('POST', `${LOGIN}/registered`);
      location.assign(end ?? at(LOGIN));
    });
  };
  // Administrators without account may make themselves one.
  const user = session?.kind === 'provider' ? null : session?.user;
  const { advice = [], recoveryCodes = [] } = enrolment ?? {};
  const hasAdvice = advice.length > 0 || recoveryCodes.length > 0;
  /** Whether the login waits until the user has kept the recovery codes, and read the advice. */
  const advised = LOGIN !== undefined && refusal === undefined && hasAdvice;
  const step =
    session === undefined
      ? 'loading'
      : enrolment !== undefined
        ? 'done'
        : !user
          ? 'name'
          : user.enrolled
            ? 'registered'
            : 'face';
  return (
    <Shell narrow>
      <div class="card stack">
        <StepHeading step={step} title={texts.titles[step]} />
        {step === 'name' && (
          <CanLook>
            <NameForm
              busy={busy}
              refusal={refusal}
              onSubmit={(name, email) =>
                run(async () => {
                  const given = email ? { name, email } : { name };
                  const begun = await ask<Registration>('POST', '/account/v1/registration', given);
                  setSession(begun);
                  setMailed(begun.mailed);
                })
              }
            />
          </CanLook>
        )}
        {(step === 'loading' || step === 'registered') && (
          <Refused refusal={refusal} onAgain={step === 'loading' ? load : undefined} />
        )}
        {step === 'loading' && refusal === undefined && <p>{account.loading}</p>}
        {user?.email && mailed !== undefined && (
          <Notice tone={mailed ? 'info' : 'warn'}>
            {fill(mailed ? texts.mailed : texts.notMailed, { email: user.email })}
          </Notice>
        )}
        {step === 'face' && (
          <EnrolFace
            remembers
            onEnrolled={(done) => {
              setEnrolment(done);
              if (done.advice.length === 0 && done.recoveryCodes.length === 0) goOn();
            }}
          />
        )}
        {step === 'registered' && <p>{fill(texts.registered, { name: user?.name ?? '' })}</p>}
        {enrolment !== undefined && <EnrolledFace enrolment={enrolment} />}
        {advised && (
          <Button kind="main" size="wide" busy={busy} onClick={goOn}>
            {account.next}
          </Button>
        )}
        {(step === 'done' || step === 'registered') && !advised && <WhereNext />}
      </div>
    </Shell>
  );
}

function WhereNext() {
  const { register: texts } = t.value;
  return (
    <div class="stack-tight">
      {LOGIN !== undefined && (
        <a class="button button-main" href={at(LOGIN)}>
          {texts.backToLogin}
        </a>
      )}
      <a class={`button button-${LOGIN === undefined ? 'main' : 'plain'}`} href={at('/profile')}>
        {texts.toProfile}
      </a>
    </div>
  );
}
