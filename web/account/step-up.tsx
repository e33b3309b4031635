/** Asks somebody who signed in a while ago to do it again, over the page on which they go on. */
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { t } from '../language.ts';
import { onSignInNeeded } from './service.ts';
import { SignIn } from './sign-in.tsx';

interface StepUpProps {
  /** Who has to sign in. */
  readonly name: string;
  /** True: nothing takes the place of the face. */
  readonly faceOnly?: boolean;
  readonly onDone: () => void;
}

/** While it is rendered, calls that need a fresh sign-in wait for one instead of being refused. */
export function StepUp({ name, faceOnly = false, onDone }: StepUpProps) {
  const { account } = t.value;
  const [end, setEnd] = useState<(signedIn: boolean) => void>();
  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    const signIn = () =>
      new Promise<boolean>((resolve) => {
        setEnd(() => (signedIn: boolean) => {
          waiting = undefined;
          setEnd(undefined);
          resolve(signedIn);
        });
      });
    onSignInNeeded(() => {
      waiting ??= signIn();
      return waiting;
    });
    return () => onSignInNeeded(undefined);
  }, []);
  if (end === undefined) return null;
  return (
    <Dialog title={account.stepUp} onCancel={() => end(false)}>
      <p>{account.stepUpWhy}</p>
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
