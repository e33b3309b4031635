/** The first second factor, for whom something waits until there is one: an app, or a passkey. */
import { t } from '../language.ts';
import { AddPasskey } from './add-passkey.tsx';
import type { Session } from './answers.ts';
import { knowsPasskeys } from './passkey.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

interface FirstSecondFactorProps<T> {
  /** What waits for it. */
  readonly why: string;
  /** Paths of the calls; absent: those of the profile. */
  readonly calls?: { readonly codes: string; readonly passkeys: string };
  /** Given what the service answers when it is in force: a session, or a step of a login. */
  readonly onDone: (answer: T) => void;
  /** Called when what it belongs to has begun anew elsewhere. */
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
