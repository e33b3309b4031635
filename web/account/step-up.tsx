/** Asks a user with an old or ended sign-in to sign in again, in a dialog over the page. */
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { t } from '../language.ts';
import { onSignInNeeded, type SignInReason } from './service.ts';
import { SignIn } from './sign-in.tsx';

interface StepUpProps {
  /** Name of the user. */
  readonly name: string;
  /** True: nothing may replace the face. */
  readonly faceOnly?: boolean;
  readonly onDone: () => void;
}

/** While it is rendered, calls that need a sign-in wait for it instead of failing. */
export function StepUp({ name, faceOnly = false, onDone }: StepUpProps) {
  const { account } = t.value;
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
  return (
    <Dialog title={account.stepUp} onCancel={() => end(false)}>
      <p>{reason === 'stale' ? account.stepUpWhy : account.sessionOver}</p>
      <SignIn
        title={account.stepUp}
        known={name}
        within
        faceOnly={faceOnly}
        onDone={() => {
          end(true);
          onDone();
        }}
      />
    </Dialog>
  );
}
