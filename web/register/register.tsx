/** Registers an account: a name, perhaps an e-mail address, and the face. */
import { useEffect, useState } from 'preact/hooks';
import type { Enrolment, LoginStep, Registration, Session } from '../account/answers.ts';
import { CanLook } from '../account/can-look.tsx';
import { EnrolFace } from '../account/enrol-face.tsx';
import { EnrolledFace } from '../account/enrolled-face.tsx';
import { Refused } from '../account/failures.tsx';
import { FirstSecondFactor } from '../account/first-second-factor.tsx';
import { ask } from '../account/service.ts';
import { StepHeading } from '../account/step-heading.tsx';
import { useCalls } from '../account/use-calls.ts';
import { Notice } from '../design/notice.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { NameForm } from './name-form.tsx';

/** The login from which somebody without an account came. */
const cameFrom = new URLSearchParams(location.search).get('login');

export function Register() {
  const { account, register: texts } = t.value;
  const { busy, refusal, run } = useCalls();
  const [session, setSession] = useState<Session>();
  const [mailed, setMailed] = useState<boolean>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const load = () => run(async () => setSession(await ask('GET', '/account/v1/session')));
  useEffect(load, []);

  /** The login that goes on as soon as there is a second factor. */
  const demanding = refusal?.step === 'second-factor-set-up' ? cameFrom : null;
  const user = session?.user;
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
            onEnrolled={(done) => {
              setEnrolment(done);
              if (cameFrom !== null) run(() => goOn(cameFrom));
            }}
          />
        )}
        {step === 'registered' && <p>{fill(texts.registered, { name: user?.name ?? '' })}</p>}
        {enrolment !== undefined && <EnrolledFace enrolment={enrolment} />}
        {demanding !== null && (
          <FirstSecondFactor
            why={texts.demandsSecondFactor}
            onSession={() => run(() => goOn(demanding))}
          />
        )}
        {(step === 'done' || step === 'registered') && (
          // A login that demands what there is not yet would refuse them again.
          <WhereNext login={demanding === null ? cameFrom : null} main={demanding === null} />
        )}
      </div>
    </Shell>
  );
}

/** Back to the login one came from, where the enrolment counts as the look at one's face. */
async function goOn(login: string): Promise<void> {
  const address = `/login/${encodeURIComponent(login)}`;
  const { location: end } = await ask<LoginStep>('POST', `${address}/registered`);
  location.assign(end ?? address);
}

interface WhereNextProps {
  /** To go back to. */
  readonly login: string | null;
  /** Whether it is what to do next. */
  readonly main: boolean;
}

function WhereNext({ login, main }: WhereNextProps) {
  const { register: texts } = t.value;
  return (
    <div class="stack-tight">
      {login !== null && (
        <a class="button button-main" href={`/login/${encodeURIComponent(login)}`}>
          {texts.backToLogin}
        </a>
      )}
      <a class={`button button-${main && login === null ? 'main' : 'plain'}`} href="/profile">
        {texts.toProfile}
      </a>
    </div>
  );
}
