/** What the application is going to know, and the person's yes to it. */
import type { LoginState } from '../account/answers.ts';
import { Button } from '../design/button.tsx';
import { fill, t } from '../language.ts';
import './login.css';

interface ConsentStepProps {
  readonly state: LoginState;
  readonly busy: boolean;
  readonly onAllow: () => void;
}

export function ConsentStep({ state, busy, onAllow }: ConsentStepProps) {
  const { login, scopes: words } = t.value;
  const { client, scopes, newScopes } = state;
  const known = scopes.filter((scope) => !newScopes.includes(scope));
  return (
    <>
      <p>{fill(login.asks, { client: client.name })}</p>
      <ScopeList scopes={newScopes.length > 0 ? newScopes : scopes} />
      {newScopes.length > 0 && known.length > 0 && (
        <p class="small quiet">
          {fill(login.knows, { scopes: known.map((scope) => nameOf(words, scope)).join(' ') })}
        </p>
      )}
      <p class="small quiet">{fill(login.noFace, { client: client.name })}</p>
      <Button kind="main" size="wide" busy={busy} onClick={onAllow}>
        {login.allow}
      </Button>
    </>
  );
}

function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  const { scopes: words } = t.value;
  // To log in at all is what the person came for: nothing is told by it.
  const telling = scopes.filter((scope) => scope !== 'openid' || scopes.length === 1);
  return (
    <ul class="scopes">
      {telling.map((scope) => (
        <li key={scope}>{nameOf(words, scope)}</li>
      ))}
    </ul>
  );
}

const nameOf = (words: Readonly<Record<string, string>>, scope: string): string =>
  words[scope] ?? scope;
