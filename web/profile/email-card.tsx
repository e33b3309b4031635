/** The e-mail address: its confirmation, and changing it. */
import { useState } from 'preact/hooks';
import type { Session } from '../account/answers.ts';
import { ask } from '../account/service.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, t } from '../language.ts';
import { Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

interface EmailCardProps extends CardProps {
  readonly onSession: (session: Session) => void;
}

export function EmailCard({ user, locked, onSession }: EmailCardProps) {
  const { profile, register } = t.value;
  const calls = useCardCalls(async () => onSession(await ask('GET', '/account/v1/session')));
  const { busy, run } = calls;
  const [email, setEmail] = useState('');
  const [mailed, setMailed] = useState<string>();
  const submit = () =>
    run(async () => {
      const address = email.trim();
      onSession(await ask('PUT', '/account/v1/email', { email: address }));
      setMailed(address);
      setEmail('');
    });
  const again = () =>
    run(async () => {
      onSession(await ask('POST', '/account/v1/email/confirmation'));
      setMailed(user.email ?? '');
    });
  return (
    <Card title={profile.email}>
      <div class="kept-focus" ref={calls.place} tabIndex={-1}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p>
            {user.email === null
              ? profile.noEmail
              : fill(user.emailConfirmed ? profile.emailConfirmed : profile.emailWaiting, {
                  email: user.email,
                })}
          </p>
          {user.email !== null && !user.emailConfirmed && mailed === undefined && (
            <div>
              <Button size="small" busy={busy} onClick={again}>
                {profile.sendAgain}
              </Button>
            </div>
          )}
          {mailed !== undefined && (
            <Notice tone="good" live>
              {fill(register.mailed, { email: mailed })}
            </Notice>
          )}
          <Outcome of={calls} words={{ 400: register.emailBad }} />
          <Field
            label={profile.newEmail}
            value={email}
            onValue={setEmail}
            type="email"
            autocomplete="email"
            maxLength={254}
            required
          />
          <div>
            <Button type="submit" busy={busy} disabled={locked}>
              {profile.sendLink}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  );
}
