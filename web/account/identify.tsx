/** The first step of every login: the user's name. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';
import { CanLook } from './can-look.tsx';

interface IdentifyProps {
  readonly first: string;
  readonly busy: boolean;
  /** Whether a link by mail, which also needs the name, may replace the face. */
  readonly byMail: boolean;
  readonly onIdentifier: (identifier: string) => void;
  /** Shown next to the button. */
  readonly children?: ComponentChildren;
}

export function Identify({ first, busy, byMail, onIdentifier, children }: IdentifyProps) {
  const { account } = t.value;
  const [identifier, setIdentifier] = useState(first);
  return (
    <CanLook otherWay={byMail}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onIdentifier(identifier.trim());
        }}
      >
        <Field
          label={account.identifier}
          value={identifier}
          onValue={setIdentifier}
          autocomplete="username"
          maxLength={254}
          required
        />
        <Button kind="main" size="wide" type="submit" busy={busy}>
          {account.next}
        </Button>
        {children}
      </form>
    </CanLook>
  );
}
