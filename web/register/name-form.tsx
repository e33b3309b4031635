/** Name and e-mail address of a new account. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import type { Refusal } from '../account/service.ts';
import { userProblem } from '../account/user-problem.ts';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';
import { at } from '../root.ts';

interface NameFormProps {
  readonly busy: boolean;
  /** Why the last attempt was refused. */
  readonly refusal: Refusal | undefined;
  readonly onSubmit: (name: string, email: string) => void;
}

export function NameForm({ busy, refusal, onSubmit }: NameFormProps) {
  const { register: texts } = t.value;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const problem = userProblem(refusal);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(name.trim(), email.trim());
      }}
    >
      <p class="quiet">{texts.lead}</p>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        error={problem?.name}
        value={name}
        onValue={setName}
        autocomplete="username"
        maxLength={64}
        required
      />
      <Field
        label={texts.email}
        hint={texts.emailHint}
        error={problem?.email}
        value={email}
        onValue={setEmail}
        type="email"
        autocomplete="email"
        maxLength={254}
      />
      {problem === undefined && <Refused refusal={refusal} />}
      <Button kind="main" size="wide" type="submit" busy={busy}>
        {texts.next}
      </Button>
      <p class="small">
        {texts.haveAccount} <a href={at('/profile')}>{texts.toProfile}</a>
      </p>
    </form>
  );
}
