/** The hosted page of a liveness session: the application, the face, and the way back. */
import { useEffect, useState } from 'preact/hooks';
import type { JobError } from '../account/answers.ts';
import { type FaceBody, FaceStep } from '../account/face-step.tsx';
import { Refused, StepErrors } from '../account/failures.tsx';
import { StepHeading } from '../account/step-heading.tsx';
import { useCalls } from '../account/use-calls.ts';
import { takeToken } from '../address-token.ts';
import { WithoutCamera } from '../camera/without-camera.ts';
import type { Direction } from '../capture/index.ts';
import { Button } from '../design/button.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import type { Challenge, OwnSession } from './answers.ts';
import { OnPhone } from './on-phone.tsx';
import { sessionCalls } from './session-calls.ts';

/** It stays with this entry of the history: who has allowed the camera has to load the page again. */
const token = takeToken() ?? (history.state as string | null) ?? '';
const calls = sessionCalls(token);
history.replaceState(token, '', location.pathname + location.search);

/** Statuses of a token that counts no more. */
const GONE: readonly number[] = [401, 404];

export function LivenessSession() {
  const { account, livenessSession: texts } = t.value;
  const [session, setSession] = useState<OwnSession>();
  const [errors, setErrors] = useState<readonly JobError[]>([]);
  /** Challenge of the attempt in progress. */
  const [begun, setBegun] = useState<Challenge>();
  const { busy, refusal, run } = useCalls();
  const load = async () => {
    setSession(await calls.state());
    setBegun(undefined);
  };
  useEffect(() => run(load), []);

  const begin = () =>
    run(async () => {
      setBegun(await calls.challenge().catch(reloading));
    });
  const show = (body: FaceBody) =>
    run(async () => {
      setErrors([]);
      const answer = await calls.show(body).catch(reloading);
      setErrors(answer.errors as readonly JobError[]);
      if ('success' in answer) await load();
    });
  /** A refused session may have ended elsewhere. */
  const reloading = async (error: unknown): Promise<never> => {
    await load();
    throw error;
  };

  const failed = <Refused refusal={refusal} words={{ 401: texts.gone, 404: texts.gone }} />;
  if (session === undefined)
    return (
      <Shell narrow>
        <div class="card stack">
          <h1>{texts.title}</h1>
          {refusal ? failed : <p>{account.loading}</p>}
          {refusal && !GONE.includes(refusal.status) && (
            <Button busy={busy} onClick={() => run(load)}>
              {account.again}
            </Button>
          )}
        </div>
      </Shell>
    );
  const { application: client, attemptsLeft, returnUrl } = session;
  const open = session.state === 'created' || session.state === 'in-progress';
  const running = begun !== undefined || (session.level === 'motion' && attemptsLeft > 0);
  const state = !open || (!running && attemptsLeft === 0) ? endOf(session) : 'open';
  return (
    <Shell narrow>
      <div class="card stack">
        <StepHeading step={state} title={fill(texts.titles[state], { client })} />
        <StepErrors errors={errors} />
        {failed}
        {state === 'open' && !running && (
          <>
            <p>{fill(texts.what, { client })}</p>
            <Button kind="main" size="wide" busy={busy} onClick={begin}>
              {errors.length > 0 ? account.again : account.next}
            </Button>
          </>
        )}
        {state === 'open' && running && (
          <WithoutCamera.Provider
            value={<OnPhone token={token} onFollow={() => void follow(setSession)} />}
          >
            <FaceStep
              challenge={(begun?.challenge ?? []) as readonly Direction[]}
              promise={fill(texts.promise, { client })}
              again={errors.length > 0}
              checking={busy}
              onImages={show}
            />
          </WithoutCamera.Provider>
        )}
        {state === 'open' && errors.length > 0 && (
          <p class="small quiet">{fill(texts.left, { number: attemptsLeft })}</p>
        )}
        {state !== 'open' && (
          <>
            <p>{fill(texts.ends[state], { client })}</p>
            {returnUrl !== null && (
              <a class="button button-main" href={returnUrl}>
                {fill(texts.back, { client })}
              </a>
            )}
          </>
        )}
      </div>
    </Shell>
  );
}

/** Shows the end of a session that goes on elsewhere. */
async function follow(onEnd: (session: OwnSession) => void): Promise<void> {
  const session = await calls.state().catch(() => undefined);
  if (session !== undefined && !['created', 'in-progress'].includes(session.state)) onEnd(session);
}

/** How it ended. Without attempts left, the outcome is final. */
const endOf = ({ state }: OwnSession): 'succeeded' | 'failed' | 'expired' =>
  state === 'succeeded' || state === 'expired' ? state : 'failed';
