/** Asks a user whose sign-in is too old or too weak for a call for what it lacks, in a dialog. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { t } from '../language.ts';
import type { User } from './answers.ts';
import { KnownBrowserStep } from './known-browser-step.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { onSignInNeeded, type SignInReason } from './service.ts';
import { SignIn } from './sign-in.tsx';

interface StepUpProps {
  readonly user: User;
  /** True: nothing may replace the face. */
  readonly faceOnly?: boolean;
  readonly onDone: () => void;
  /** Replaces the sign-in of a user without an account. */
  readonly children?: ((onDone: () => void) => ComponentChildren) | undefined;
}

/** While it is rendered, calls that need a sign-in wait for it instead of failing. */
export function StepUp({ user, faceOnly = false, onDone, children }: StepUpProps) {
  const { account, browsers } = t.value;
  const [end, setEnd] = useState<(signedIn: boolean) => void>();
  const [reason, setReason] = useState<SignInReason>('stale');
  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    const signIn = (why: SignInReason) =>
      new Promise<boolean>((resolve) => {
        setReason(why);
        setEnd(() => (signedIn: boolean) => {
          waiting = undefined;
          setEnd(undefined);
          resolve(signedIn);
        });
      });
    onSignInNeeded((why) => {
      waiting ??= signIn(why);
      return waiting;
    });
    return () => onSignInNeeded(undefined);
  }, []);
  if (end === undefined) return null;
  const done = () => {
    end(true);
    onDone();
  };
  if (reason === 'second-factor')
    return (
      <Dialog title={browsers.step} onCancel={() => end(false)}>
        <p>{browsers.furtherWay}</p>
        <SecondFactorGate within step={reason} user={user} onSession={done} />
      </Dialog>
    );
  if (reason === 'known-browser')
    return (
      <Dialog title={browsers.remember} onCancel={() => end(false)}>
        <KnownBrowserStep onDone={done} />
      </Dialog>
    );
  return (
    <Dialog title={account.stepUp} onCancel={() => end(false)}>
      {children?.(done) ?? (
        <>
          <p>{reason === 'stale' ? account.stepUpWhy : account.sessionOver}</p>
          <SignIn
            title={account.stepUp}
            known={user.name}
            within
            faceOnly={faceOnly}
            onDone={done}
          />
        </>
      )}
    </Dialog>
  );
}
