/** Sends the visitor to Prosopon. */
import * as oidc from 'openid-client';
import { cookie } from '../../lib/cookies.ts';
import { prosopon, redirect_uri } from '../../lib/prosopon.ts';

export async function POST(): Promise<Response> {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const address = oidc.buildAuthorizationUrl(await prosopon(), {
    redirect_uri,
    scope: 'openid basic',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const headers = {
    location: address.href,
    'set-cookie': await cookie('login', { verifier, state, nonce }, 3600),
  };
  return new Response(null, { status: 303, headers });
}
