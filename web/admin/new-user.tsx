/** Creates an account for a user, who enrols with a link. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { userProblem } from '../account/user-problem.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Check, Field } from '../design/field.tsx';
import { t } from '../language.ts';
import type { MadeUser } from './answers.ts';
import { PositionFields, positionOf, type TypedPosition } from './position-fields.tsx';
import { BASE } from './use-answer.ts';

interface NewUserProps {
  readonly onMade: (made: MadeUser) => void;
  readonly onCancel: () => void;
}

export function NewUser({ onMade, onCancel }: NewUserProps) {
  const { shell, admin } = t.value;
  const { users } = admin;
  const { busy, refusal, run } = useCalls();
  const problem = userProblem(refusal);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [invite, setInvite] = useState(false);
  const [position, setPosition] = useState<TypedPosition>({ role: '', client: '' });
  const create = () =>
    run(async () => {
      const address = email.trim() === '' ? {} : { email: email.trim(), invite };
      const wanted = { name: name.trim(), position: positionOf(position), ...address };
      onMade(await ask<MadeUser>('POST', `${BASE}/users`, wanted));
    });
  return (
    <Card title={users.create}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        {problem === undefined && <Refused refusal={refusal} />}
        <Field
          label={users.name}
          error={problem?.name}
          value={name}
          onValue={setName}
          required
          maxLength={64}
        />
        <Field
          type="email"
          label={users.email}
          error={problem?.email}
          value={email}
          onValue={setEmail}
        />
        {email.trim() !== '' && (
          <Check checked={invite} onChecked={setInvite}>
            {users.invite}
          </Check>
        )}
        <PositionFields typed={position} onTyped={setPosition} />
        <div class="row">
          <Button kind="main" type="submit" busy={busy}>
            {users.create}
          </Button>
          <Button onClick={onCancel}>{shell.cancel}</Button>
        </div>
      </form>
    </Card>
  );
}
