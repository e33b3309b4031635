/** The same site with `passport-oauth2`: plain OAuth 2.0 and the user-information API. */
import type { Express } from 'express';
import { Passport } from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import { frontPage, refusedPage } from './pages.ts';
import { createSite, type Person, type SiteSettings } from './site.ts';

/** Reads the profile from `/people/me`. */
class ProsoponStrategy extends OAuth2Strategy {
  /** Not `#people`, because passport works on copies that have no private members. */
  private readonly people: string;

  constructor({ issuer, clientId, clientSecret, url }: SiteSettings) {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    super(
      {
        authorizationURL: `${issuer}/oauth/authorization`,
        tokenURL: `${issuer}/oauth/token`,
        callbackURL: `${url}/callback`,
        clientID: clientId,
        // The library would send the secret in the body, but it belongs in the header.
        clientSecret: '',
        customHeaders: { authorization: `Basic ${credentials}` },
        scope: 'basic',
        state: true,
        pkce: true,
      },
      (_accessToken: string, _refreshToken: string, profile: Person, done: Done) =>
        done(null, profile),
    );
    this.people = `${issuer}/people/me`;
  }

  override userProfile(accessToken: string, done: (error?: unknown, profile?: Person) => void) {
    fetch(this.people, { headers: { authorization: `Bearer ${accessToken}` } })
      .then(async (response) => {
        if (!response.ok) throw new Error(`/people/me answered ${response.status}`);
        done(null, (await response.json()) as Person);
      })
      .catch(done);
  }
}

type Done = (error: unknown, user?: Person) => void;

export function createPassportSite(settings: SiteSettings): Express {
  const passport = new Passport();
  passport.use('prosopon', new ProsoponStrategy(settings));
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));

  const app = createSite('passport-site');
  app.use(passport.session());
  app.get('/', (request, response) => {
    response.send(frontPage(request.user as Person | undefined));
  });
  app.get('/login', passport.authenticate('prosopon'));
  app.get(
    '/callback',
    passport.authenticate('prosopon', { successRedirect: '/', failureRedirect: '/refused' }),
  );
  app.get('/refused', (_request, response) => {
    response.status(403).send(refusedPage('the login failed'));
  });
  app.get('/logout', (request, response) => {
    request.session.destroy(() => response.redirect('/'));
  });
  return app;
}
