/** A login for an application: name, face, a code if required, and consent. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JobError, LoginState, LoginStep } from '../account/answers.ts';
import type { Remembering } from '../account/browser-key.ts';
import { type FaceBody, FaceStep } from '../account/face-step.tsx';
import { Refused, StepErrors } from '../account/failures.tsx';
import { FirstSecondFactor } from '../account/first-second-factor.tsx';
import { FurtherWay, furtherWayTitle } from '../account/further-way.tsx';
import { Identify } from '../account/identify.tsx';
import { AskMailLink, mailedToken, OpenMailLink } from '../account/mail-link.tsx';
import { knowsPasskeys, type PasskeyBody } from '../account/passkey.ts';
import { PasskeyButton } from '../account/passkey-button.tsx';
import { ask, Refusal, sendFace } from '../account/service.ts';
import { StepHeading } from '../account/step-heading.tsx';
import { useCalls } from '../account/use-calls.ts';
import { WithoutCamera } from '../camera/without-camera.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { at, ROOT } from '../root.ts';
import { ConsentStep } from './consent.tsx';

/** The login in the address. Its calls are below this path. */
const HERE = location.pathname.slice(ROOT.length);

const SETTING_UP = { codes: `${HERE}/second-factor/set-up`, passkeys: `${HERE}/passkeys` };

export function Login() {
  const { login, account, passkeys, mailLink, recovery, register, signInTitles } = t.value;
  const [state, setState] = useState<LoginState>();
  const [errors, setErrors] = useState<readonly JobError[]>([]);
  const [identifier, setIdentifier] = useState<string>();
  /** Address to go to. */
  const [leaving, setLeaving] = useState<string>();
  /** Whether the user should make recovery codes first. */
  const [codeless, setCodeless] = useState(false);
  const [token, setToken] = useState(mailedToken);
  const otherName = () => {
    setErrors([]);
    setIdentifier(undefined);
    setState((now) => now && { ...now, step: 'identify' });
  };
  const { busy, refusal, run } = useCalls(otherName);
  const load = () => run(async () => setState(await ask('GET', `${HERE}/state`)));
  useEffect(load, []);

  const call = async (step: string, body: unknown) => {
    setErrors([]);
    take(await ask<LoginStep>('POST', `${HERE}/${step}`, body));
  };
  const take = (answer: LoginStep) => {
    setErrors(answer.errors);
    if (answer.state !== null) setState(answer.state);
    if (answer.location === null) return;
    setLeaving(answer.location);
    setCodeless(answer.noRecoveryCodes === true);
    if (!answer.noRecoveryCodes) location.assign(answer.location);
  };
  const send = (step: string, body: unknown = {}) => run(() => call(step, body));
  const show = (body: FaceBody) =>
    run(async () => {
      setErrors([]);
      take(await sendFace<LoginStep>(`${HERE}/face`, state?.attempt ?? null, body));
    });
  const sendPasskey = (body: PasskeyBody & Remembering) => call('passkey', body);

  const client = state?.client;
  const failed = (
    <>
      <StepErrors errors={errors} />
      <Refused
        refusal={refusal}
        words={{
          404: mailedToken === undefined ? login.ended : mailLink.elsewhere,
        }}
        onAgain={state === undefined ? load : undefined}
      />
    </>
  );
  if (state === undefined || client === undefined)
    return (
      <Frame>
        <h1>{login.title}</h1>
        {refusal ? failed : <p>{account.loading}</p>}
      </Frame>
    );
  const { step, challenge, secondFactors, loginHint } = state;
  const stays = leaving === undefined;
  const first = stays && (step === 'identify' || step === 'face');
  const byMail = (first || (stays && step === 'second-factor')) && token !== undefined;
  const byFace = first && !byMail;
  const titled = stays ? step : 'leaving';
  const titles = { ...signInTitles, ...login.titles };
  const title = byMail ? mailLink.title : fill(titles[titled], { client: client.name });
  return (
    <Frame>
      <StepHeading
        step={byMail ? 'mail-link' : titled}
        title={
          titled === 'second-factor' && !byMail ? furtherWayTitle(secondFactors, title) : title
        }
      />
      {titled === 'face' && identifier !== undefined && (
        <p class="quiet">
          {fill(account.as, { identifier })}{' '}
          <button type="button" class="link" onClick={otherName}>
            {account.somebodyElse}
          </button>
        </p>
      )}
      {failed}
      {codeless && (
        <Notice tone="warn" live title={recovery.title}>
          <p>{recovery.none}</p>
          <a href={at('/profile')} target="_blank" rel="noreferrer">
            {register.toProfile}
          </a>
        </Notice>
      )}
      {!stays && (
        // A link to click if the browser stays, as it may when an app should open.
        <p role="status">
          <a href={leaving}>{fill(login.leaving, { client: client.name })}</a>
        </p>
      )}
      {byMail && (
        <OpenMailLink
          busy={busy}
          onOpen={(more) =>
            run(async () => {
              await call('mail-link', { token, ...(await more) });
              setToken(undefined);
            })
          }
        />
      )}
      {byFace && step === 'identify' && (
        <Identify
          first={identifier ?? loginHint ?? ''}
          busy={busy}
          byMail={state.mail}
          onIdentifier={(typed) => {
            setIdentifier(typed);
            send('identifier', { identifier: typed });
          }}
        >
          <p class="small">
            {account.noAccount}{' '}
            <a href={at(`/register?login=${HERE.split('/').pop()}`)}>{account.register}</a>
          </p>
        </Identify>
      )}
      {byFace && step === 'face' && (
        <WithoutCamera.Provider value={<p>{fill(login.elsewhere, { client: client.name })}</p>}>
          <FaceStep
            challenge={challenge}
            again={errors.length > 0}
            checking={busy}
            onImages={show}
          />
        </WithoutCamera.Provider>
      )}
      {stays && step === 'second-factor' && !byMail && (
        <FurtherWay
          unknown={state.unknownBrowser}
          ways={secondFactors}
          path={`${HERE}/passkey`}
          mailPath={`${HERE}/mail`}
          busy={busy}
          run={run}
          onCode={(code, more) => call('second-factor', { code, ...more })}
          onPasskey={sendPasskey}
        />
      )}
      {stays && step === 'second-factor-set-up' && (
        <FirstSecondFactor
          why={fill(login.demandsSecondFactor, { client: client.name })}
          calls={SETTING_UP}
          onDone={take}
          onOvertaken={() => run(() => Promise.reject(new Refusal(409, '')))}
        />
      )}
      {byFace && step === 'face' && state.mail && (
        <AskMailLink path={`${HERE}/mail`} busy={busy} run={run} />
      )}
      {byFace && state.passkey && knowsPasskeys() && (
        <PasskeyButton
          path={`${HERE}/passkey`}
          words={passkeys.insteadOfFace}
          busy={busy}
          run={run}
          onPasskey={sendPasskey}
        />
      )}
      {stays && step === 'consent' && (
        <ConsentStep state={state} busy={busy} onAllow={() => send('consent')} />
      )}
      {stays && (
        <Button kind="bare" size="wide" busy={busy} onClick={() => send('cancel')}>
          {fill(login.cancel, { client: client.name })}
        </Button>
      )}
    </Frame>
  );
}

function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <Shell narrow>
      <div class="card stack">{children}</div>
    </Shell>
  );
}
