/** Prosopon as the OpenID provider of the site. */
import * as oidc from 'openid-client';

const { PROSOPON_URL = '', PROSOPON_ID = '', PROSOPON_SECRET = '' } = process.env;
export const { SITE_URL = 'http://127.0.0.1:3000' } = process.env;
export const redirect_uri = `${SITE_URL}/callback`;

let provider: Promise<oidc.Configuration> | undefined;

/** Loaded at the first login, so that the site builds without Prosopon. */
export async function prosopon(): Promise<oidc.Configuration> {
  // Without TLS only for tests on one machine.
  const execute = PROSOPON_URL.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const basic = oidc.ClientSecretBasic(PROSOPON_SECRET);
  provider ??= oidc.discovery(new URL(PROSOPON_URL), PROSOPON_ID, {}, basic, { execute });
  try {
    return await provider;
  } catch (error) {
    provider = undefined;
    throw error;
  }
}
