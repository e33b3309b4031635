/** Prosopon sends the visitor here, with a code. */
import * as oidc from 'openid-client';
import { cookie, endOf, read } from '../../lib/cookies.ts';
import { prosopon, redirect_uri, SITE_URL } from '../../lib/prosopon.ts';

const HALF_A_DAY = 43_200;

export async function GET(request: Request): Promise<Response> {
  const home = new Response(null, { status: 303, headers: { location: `${SITE_URL}/` } });
  const login = await read(request.headers, 'login');
  if (login === undefined) return home;
  try {
    const config = await prosopon();
    const tokens = await oidc.authorizationCodeGrant(
      config,
      new URL(redirect_uri + new URL(request.url).search),
      { pkceCodeVerifier: login.verifier, expectedState: login.state, expectedNonce: login.nonce },
    );
    const { sub } = tokens.claims()!;
    const { name = '' } = await oidc.fetchUserInfo(config, tokens.access_token, sub);
    home.headers.append('set-cookie', await cookie('person', { id: sub, name }, HALF_A_DAY));
    home.headers.append('set-cookie', endOf('login'));
    return home;
  } catch (error) {
    console.error(error);
    const headers = { 'set-cookie': endOf('login') };
    return new Response('Not logged in.', { status: 403, headers });
  }
}
