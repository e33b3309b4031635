/** Sets up a first second factor, an app or a passkey, on which another step depends. */
import { t } from '../language.ts';
import { AddPasskey } from './add-passkey.tsx';
import type { Session } from './answers.ts';
import { knowsPasskeys } from './passkey.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

interface FirstSecondFactorProps<T> {
  /** The step that depends on it. */
  readonly why: string;
  /** Paths of the calls. Absent: those of the profile. */
  readonly calls?: { readonly codes: string; readonly passkeys: string };
  /** Receives the service's response to the new factor: a session, or a step of a login. */
  readonly onDone: (answer: T) => void;
  /** Called if the session or login has started anew elsewhere. */
  readonly onOvertaken?: () => void;
}

export function FirstSecondFactor<T = Session>(props: FirstSecondFactorProps<T>) {
  const { why, calls, ...ends } = props;
  const { account, passkeys } = t.value;
  return (
    <>
      <p>{why}</p>
      <SetUpSecondFactor
        path={calls?.codes}
        words={account.setUpApp}
        what={account.whatAuthenticatorsAre}
        {...ends}
      >
        {knowsPasskeys() && (
          <>
            <p class="small quiet">{passkeys.what}</p>
            <AddPasskey path={calls?.passkeys} {...ends} />
          </>
        )}
      </SetUpSecondFactor>
    </>
  );
}
