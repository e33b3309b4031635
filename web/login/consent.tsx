/** Shows what the application will learn, and asks for consent. */
import type { LoginState } from '../account/answers.ts';
import { scopeTexts } from '../account/scopes.ts';
import { Button } from '../design/button.tsx';
import { fill, separator, t } from '../language.ts';
import './login.css';

interface ConsentStepProps {
  readonly state: LoginState;
  readonly busy: boolean;
  readonly onAllow: () => void;
}

export function ConsentStep({ state, busy, onAllow }: ConsentStepProps) {
  const { login } = t.value;
  const { client, scopes, newScopes } = state;
  const known = scopes.filter((scope) => !newScopes.includes(scope));
  const asked = newScopes.length > 0 ? newScopes : scopes;
  return (
    <>
      <p>{fill(login.asks, { client: client.name })}</p>
      <ul class="scopes">
        {scopeTexts(asked).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {asked !== scopes && known.length > 0 && (
        <p class="small quiet">
          {fill(login.knows, { scopes: scopeTexts(known).join(separator.value) })}
        </p>
      )}
      <p class="small quiet">{fill(login.noFace, { client: client.name })}</p>
      <Button kind="main" size="wide" busy={busy} onClick={onAllow}>
        {login.allow}
      </Button>
    </>
  );
}
