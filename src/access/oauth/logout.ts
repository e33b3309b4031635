/** Logout requested by an application (OpenID RP-Initiated Logout): the page, and when it asks. */
import type { KoaContextWithOIDC } from 'oidc-provider';
import { BUILT, pageWithData } from './page-with-data.ts';

const NOT_BUILT =
  '<!doctype html><html lang="en"><head></head><h1>Sign out</h1>' +
  '<button form="op.logoutForm" name="logout" value="yes">Sign out</button></html>';

/** The page's next step: ask, go on at once, confirm, or report that the user declined. */
export type LogoutStep = 'ask' | 'now' | 'done' | 'stayed';

export interface LogoutParts {
  /** Name of the logged-in user. */
  readonly nameOf: (userId: string) => Promise<string | undefined>;
  /** The user's subject identifier at the application. */
  readonly subjectOf: (userId: string, clientId: string) => string;
}

/** The library adds the hashes of its own scripts to `script-src`. */
const POLICY =
  "default-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'; " +
  "object-src 'none'; frame-ancestors 'none'";

/** @param form carries the answer back; undefined: the page asks nothing */
export function logoutPage(
  step: LogoutStep,
  { client = '', name = '' }: { readonly client?: string; readonly name?: string },
  form = '',
): string {
  const page = pageWithData(`${BUILT}/logout.html`, { step, client, name }, NOT_BUILT);
  return page.replace(/(<\/body>|<\/html>)/, (end) => form + end);
}

/** Asks, unless an ID token from the application names the logged-in user. */
export const logoutFeature = ({ nameOf, subjectOf }: LogoutParts) => ({
  enabled: true,
  async logoutSource(ctx: KoaContextWithOIDC, form: string) {
    const { oidc } = ctx;
    const userId = oidc.session?.accountId;
    const { clientId, clientName } = oidc.client ?? {};
    const hint = oidc.entities.IdTokenHint?.payload.sub;
    const fits = userId && clientId && hint === subjectOf(userId, clientId);
    const name = userId && (await nameOf(userId));
    const shown = { ...(clientName && { client: clientName }), ...(name && { name }) };
    ctx.body = logoutPage(fits ? 'now' : 'ask', shown, form);
  },
  async postLogoutSuccessSource(ctx: KoaContextWithOIDC) {
    const { clientName } = ctx.oidc.client ?? {};
    ctx.type = 'html';
    ctx.body = logoutPage(ctx.oidc.params?.client_id ? 'stayed' : 'done', {
      ...(clientName && { client: clientName }),
    });
  },
});

/** Policy of these pages. Browsers apply `form-action` to redirects to the application too. */
export async function withLogoutPolicy(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  ctx.set('content-security-policy', POLICY);
  await next();
  const target = ctx.oidc?.params?.post_logout_redirect_uri;
  if (ctx.status !== 200 || typeof target !== 'string') return;
  // A registered address: its host cannot break out of the directive.
  const { protocol, origin } = new URL(target);
  const source = origin === 'null' ? protocol : origin;
  const policy = ctx.response.get('content-security-policy');
  ctx.set('content-security-policy', policy.replace("form-action 'self'", `$& ${source}`));
}
