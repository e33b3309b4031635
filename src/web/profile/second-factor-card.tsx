/** The second factor: setting up an authenticator app, and removing it. */
import { useState } from 'preact/hooks';
import type { Session } from '../account/answers.ts';
import { CodeStep } from '../account/code-step.tsx';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { t } from '../language.ts';
import type { CardProps } from './card-props.ts';

interface SetUp {
  readonly secret: string;
  /** SVG. */
  readonly qr: string;
}

interface SecondFactorCardProps extends CardProps {
  readonly onSession: (session: Session) => void;
}

const CALL = '/account/v1/second-factor';

export function SecondFactorCard({ user, locked, onSession }: SecondFactorCardProps) {
  const { shell, account, profile, faceErrors } = t.value;
  const { busy, refusal, run } = useCalls();
  const [setUp, setSetUp] = useState<SetUp>();
  const [removing, setRemoving] = useState(false);
  const changing = removing || setUp !== undefined;
  const end = () => {
    setSetUp(undefined);
    setRemoving(false);
  };
  const change = (code: string) =>
    run(async () => {
      onSession(await ask(removing ? 'DELETE' : 'PUT', CALL, { code }));
      end();
    });
  return (
    <Card title={profile.secondFactor}>
      <div class="stack">
        <p>{user.secondFactor ? profile.secondFactorOn : profile.secondFactorOff}</p>
        {setUp !== undefined && (
          <>
            <p>{profile.scan}</p>
            <img
              class="qr"
              src={`data:image/svg+xml,${encodeURIComponent(setUp.qr)}`}
              alt={profile.qr}
            />
            <p class="small">
              {profile.typeSecret} <code class="secret">{setUp.secret}</code>
            </p>
          </>
        )}
        <Refused
          refusal={refusal}
          words={{ 400: faceErrors.WrongCode, 403: account.signInAgain }}
        />
        {changing && (
          <>
            <CodeStep
              busy={busy}
              submit={removing ? profile.turnOff : profile.turnOn}
              onCode={change}
            />
            <Button kind="bare" size="wide" onClick={end}>
              {shell.cancel}
            </Button>
          </>
        )}
        {!changing && (
          <div>
            <Button
              disabled={locked || busy}
              onClick={() =>
                user.secondFactor
                  ? setRemoving(true)
                  : run(async () => setSetUp(await ask('POST', CALL)))
              }
            >
              {user.secondFactor ? profile.turnOff : profile.setUp}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
