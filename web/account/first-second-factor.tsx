/** The first second factor, for whom something waits until there is one: an app, or a passkey. */
import { t } from '../language.ts';
import { AddPasskey } from './add-passkey.tsx';
import type { Session } from './answers.ts';
import { knowsPasskeys } from './passkey.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

interface FirstSecondFactorProps {
  /** What waits for it. */
  readonly why: string;
  /** Given the session in which it is in force. */
  readonly onSession: (session: Session) => void;
}

export function FirstSecondFactor({ why, onSession }: FirstSecondFactorProps) {
  const { account, passkeys } = t.value;
  return (
    <>
      <p>{why}</p>
      <p class="small quiet">{account.whatAuthenticatorsAre}</p>
      <SetUpSecondFactor onSession={onSession} />
      {knowsPasskeys() && (
        <>
          <p class="small quiet">{passkeys.what}</p>
          <AddPasskey onSession={onSession} />
        </>
      )}
    </>
  );
}
