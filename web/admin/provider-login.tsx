/** Sign-in at the OpenID provider of the organisation. */
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, t } from '../language.ts';
import { operator } from '../operator.ts';
import { at } from '../root.ts';

interface LinkProps {
  readonly kind?: 'main' | 'plain';
  /** True: this page stays open, with what was typed. */
  readonly newTab?: boolean;
}

function ProviderLink({ kind = 'plain', newTab = false }: LinkProps) {
  const { provider } = t.value.admin;
  return (
    <a
      class={`button button-${kind} button-wide`}
      href={at('/admin/login')}
      target={newTab ? '_blank' : undefined}
    >
      {fill(provider.signIn, { host: operator.value.adminLogin ?? '' })}
    </a>
  );
}

/** Beside the sign-in by face, which may not be ready yet. Nothing where there is no provider. */
export const ProviderSignIn = () =>
  operator.value.adminLogin ? (
    <div class="card">
      <ProviderLink />
    </div>
  ) : null;

/** In place of the sign-in by face, for a call that needs a fresh one. */
export function ProviderSignInAgain({ onDone }: { readonly onDone: () => void }) {
  const { account, admin } = t.value;
  return (
    <div class="stack">
      <p>{admin.provider.again}</p>
      <ProviderLink kind="main" newTab />
      <Button size="wide" onClick={onDone}>
        {account.next}
      </Button>
    </div>
  );
}

/** Why the provider signed nobody in, as the address says. */
export function ProviderRefused() {
  const { refusals } = t.value.admin.provider;
  const refusal = new URLSearchParams(location.search).get('login');
  const { adminLogin: host } = operator.value;
  if (!host || !refusal) return null;
  const known = Object.hasOwn(refusals, refusal) ? refusal : 'Unauthenticated';
  return (
    <Notice tone="bad" live>
      {fill(refusals[known as keyof typeof refusals], { host })}
    </Notice>
  );
}
