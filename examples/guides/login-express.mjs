/** An Express site whose users log in with their face: OpenID Connect with PKCE. */
import express from 'express';
import session from 'express-session';
import * as oidc from 'openid-client';

const { PROSOPON_URL, PROSOPON_ID, PROSOPON_SECRET, SESSION_SECRET, PORT = '3000' } = process.env;
const { SITE_URL = `http://127.0.0.1:${PORT}` } = process.env;
const redirect_uri = `${SITE_URL}/callback`;
// Without TLS only for tests on one machine.
const execute = PROSOPON_URL.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
const basic = oidc.ClientSecretBasic(PROSOPON_SECRET);
const config = await oidc.discovery(new URL(PROSOPON_URL), PROSOPON_ID, {}, basic, { execute });

const app = express();
const secure = SITE_URL.startsWith('https:');
if (secure) app.set('trust proxy', 1);
app.use(
  session({
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure },
  }),
);

app.get('/', (request, response) => {
  const { person } = request.session;
  if (person === undefined) response.send('<a href="/login">Log in with your face</a>');
  else response.type('text').send(`You are logged in as ${person.name}.`);
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
    const tokens = await oidc.authorizationCodeGrant(
      config,
      new URL(request.originalUrl, SITE_URL),
      { pkceCodeVerifier: login.verifier, expectedState: login.state, expectedNonce: login.nonce },
    );
    const { sub } = tokens.claims();
    const { name } = await oidc.fetchUserInfo(config, tokens.access_token, sub);
    // A new session, so that an earlier one from somebody else cannot become this user's.
    request.session.regenerate((error) => {
      if (error) return void response.status(500).end();
      request.session.person = { id: sub, name };
      response.redirect('/');
    });
  } catch (error) {
    console.error(error);
    response.status(403).send('Not logged in.');
  }
});

app.listen(Number(PORT), '127.0.0.1', () => console.log(SITE_URL));
