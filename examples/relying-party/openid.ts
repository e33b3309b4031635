/** A site with face login by `openid-client`: OpenID Connect with PKCE. */
import type { Express } from 'express';
import * as oidc from 'openid-client';
import { frontPage, refusedPage } from './pages.ts';
import { createSite, type SiteSettings } from './site.ts';

export async function createOpenIdSite(settings: SiteSettings): Promise<Express> {
  const { issuer, clientId, clientSecret, url } = settings;
  const redirect_uri = `${url}/callback`;
  // Without TLS only for tests on one machine.
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const authentication = oidc.ClientSecretBasic(clientSecret);
  const config = await oidc.discovery(new URL(issuer), clientId, {}, authentication, { execute });
  const app = createSite('openid-site');

  app.get('/', (request, response) => {
    response.send(frontPage(request.session.person));
  });

  app.get('/login', async (request, response) => {
    const verifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    request.session.login = { verifier, state, nonce };
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: 'openid basic',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    response.redirect(address.href);
  });

  app.get('/callback', async (request, response) => {
    const { login } = request.session;
    if (login === undefined) return void response.redirect('/');
    delete request.session.login;
    try {
      const tokens = await oidc.authorizationCodeGrant(config, new URL(request.originalUrl, url), {
        pkceCodeVerifier: login.verifier,
        expectedState: login.state,
        expectedNonce: login.nonce,
      });
      const { sub = '' } = tokens.claims() ?? {};
      const me = await oidc.fetchUserInfo(config, tokens.access_token, sub);
      // A new session, so that an earlier one from somebody else cannot become this user's.
      request.session.regenerate((error) => {
        if (error) return void response.status(500).end();
        request.session.person = { id: sub, name: String(me.name) };
        response.redirect('/');
      });
    } catch (error) {
      response.status(403).send(refusedPage(error instanceof Error ? error.name : 'failed'));
    }
  });

  app.get('/logout', (request, response) => {
    request.session.destroy(() => response.redirect('/'));
  });
  return app;
}
