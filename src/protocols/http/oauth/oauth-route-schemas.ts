/** OAuth endpoints in the API reference. The library validates their requests. */

import { Type } from 'typebox';
import { DEFAULT_SCOPE, SCOPES } from '../../../access/oauth/user-claims.ts';
import { reference } from '../../../contract/members.ts';
import { ErrorAnswer } from '../operations/error-answers.ts';

const text = (description: string) => Type.String({ description });
const maybeText = (description: string) => Type.Optional(text(description));
const json = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});
const SCOPE_NAMES = Object.keys(SCOPES)
  .map((name) => `\`${name}\``)
  .join(', ');

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
});

const OAuthError = Type.Object({
  error: Type.String({ examples: ['invalid_grant'] }),
  error_description: Type.Optional(Type.String()),
});
const REFUSED = { 400: json('Refused: the code of RFC 6749.', OAuthError) };
const Anything = Type.Object({});
const tags = ['OAuth'];
/** The secret in the header or the form, or a signed assertion in the form. */
const basic = [{ basic: [] }, {}];
const authentication = {
  client_id: maybeText('Id of the client, unless it stands in the header.'),
  client_secret: maybeText('Its secret, unless it stands in the header.'),
  client_assertion_type: maybeText(
    '`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`, with `client_assertion`.',
  ),
  client_assertion: maybeText('JWT of a client with public keys (RFC 7523).'),
};

/** Form fields, read only by the library. */
const form = <T extends object>(fields: T) => ({
  consumes: ['application/x-www-form-urlencoded'],
  body: fields,
});

const USER = {
  tags,
  security: [{ accessToken: [] }],
  response: {
    200: json(
      'What the scopes of the token tell.',
      Type.Object({
        id: Type.String({ description: 'Of the user, another one for each application.' }),
        name: Type.String(),
        profile: Type.String({ description: 'Page on which the user manages the profile.' }),
        email: maybeText('With the scope `email`, when it is confirmed.'),
        email_verified: Type.Optional(Type.Boolean()),
        bcid: maybeText('With the scope `bcid`.'),
        sandbox: Type.Optional(Type.Boolean({ description: 'True: the user is made up.' })),
      }),
    ),
    400: json('The token stands elsewhere than in the header.', reference(ErrorAnswer)),
    401: json('No valid access token.', reference(ErrorAnswer)),
  },
};

export const OAUTH_ROUTES = {
  authorization: {
    operationId: 'authorize',
    summary: 'Ask for a login',
    description: 'Opened by the browser of the person, who logs in and agrees; docs/oauth.md.',
    tags,
    querystring: Type.Object({
      response_type: Type.String({ enum: ['code'] }),
      client_id: text('Id of the client.'),
      redirect_uri: text('Exactly one of its redirect URIs.'),
      scope: maybeText(
        `Of ${SCOPE_NAMES}, with spaces between; \`${DEFAULT_SCOPE}\` is the default.`,
      ),
      state: maybeText('Comes back unchanged.'),
      code_challenge: maybeText('PKCE; needed unless the client is excused.'),
      code_challenge_method: Type.Optional(Type.String({ enum: ['S256'] })),
      nonce: maybeText('For an ID token.'),
      prompt: maybeText('`none`, `login` or `consent`.'),
      max_age: maybeText('Seconds since the last login at most.'),
      login_hint: maybeText('Name or e-mail address of the person.'),
      sandbox_outcome: maybeText('Forces how the login ends, at sandbox clients only.'),
    }),
    response: {
      302: {
        description: 'To the login, or to the redirect URI with `code`, or `error`, and `state`.',
        headers: { location: { type: 'string' } },
      },
      400: page('Client or redirect URI are wrong: a page.'),
      429: page('Too many logins begun: a page.'),
    },
  },
  resumed: {
    operationId: 'resumeAuthorization',
    summary: 'Go on after the login',
    tags,
    response: { 302: { description: 'To the redirect URI with `code`, or `error`, and `state`.' } },
  },
  logout: {
    operationId: 'logOut',
    summary: 'Ask for a logout (OpenID RP-Initiated Logout)',
    description: 'Opened by the browser; asks the person unless `id_token_hint` is theirs.',
    tags,
    querystring: Type.Object({
      id_token_hint: maybeText('ID token of the login, also after its end.'),
      client_id: maybeText('Id of the client, needed without `id_token_hint`.'),
      post_logout_redirect_uri: maybeText('Exactly one of its post-logout redirect URIs.'),
      state: maybeText('Comes back unchanged.'),
      logout_hint: maybeText('Not used.'),
      ui_locales: maybeText('Not used: the page speaks the language of the browser.'),
    }),
    response: {
      200: page('The page that asks, or goes on by itself.'),
      400: page('Client, hint or redirect URI are wrong: a page.'),
    },
  },
  postedLogout: {
    operationId: 'logOutByForm',
    summary: 'The same by a form',
    tags,
    ...form(Anything),
    response: { 303: { description: 'To the same by GET.' } },
  },
  confirmLogout: {
    operationId: 'confirmLogout',
    summary: 'The answer of the person',
    tags,
    ...form(Type.Object({ xsrf: Type.String(), logout: Type.Optional(Type.String()) })),
    response: { 302: { description: 'To the post-logout redirect URI with `state`, or a page.' } },
  },
  loggedOut: {
    operationId: 'loggedOut',
    summary: 'Says that the logout is done',
    tags,
    response: { 200: page('Where no redirect URI was named.') },
  },
  token: {
    operationId: 'getAccessToken',
    summary: 'Exchange a code, or a refresh token',
    tags,
    security: basic,
    ...form(
      Type.Object({
        grant_type: Type.String({ enum: ['authorization_code', 'refresh_token'] }),
        code: maybeText('Used once, within 60 seconds.'),
        redirect_uri: maybeText('As in the request for the code.'),
        ...authentication,
        code_verifier: maybeText('PKCE.'),
        refresh_token: maybeText('Used once; the answer brings the next.'),
      }),
    ),
    response: {
      200: json(
        'Tokens.',
        Type.Object({
          access_token: Type.String(),
          token_type: Type.String({ examples: ['Bearer'] }),
          expires_in: Type.Integer({ description: 'Seconds.', examples: [3600] }),
          refresh_token: Type.String(),
          scope: Type.String({ examples: ['basic'] }),
          id_token: maybeText('With the scope `openid`.'),
        }),
      ),
      ...REFUSED,
    },
  },
  revocation: {
    operationId: 'revokeToken',
    summary: 'Revoke a token (RFC 7009)',
    tags,
    security: basic,
    ...form(Type.Object({ token: Type.String(), ...authentication })),
    response: { 200: { description: 'It is valid no more.' }, ...REFUSED },
  },
  introspection: {
    operationId: 'introspectToken',
    summary: 'Tell what a token is (RFC 7662)',
    tags,
    security: basic,
    ...form(Type.Object({ token: Type.String(), ...authentication })),
    response: {
      200: json('Whether it is active, and for what.', Type.Object({ active: Type.Boolean() })),
      ...REFUSED,
    },
  },
  jwks: {
    operationId: 'getKeys',
    summary: 'Keys that ID tokens are signed with',
    tags,
    response: { 200: json('A JWK set.', Type.Object({ keys: Type.Array(Anything) })) },
  },
  metadata: (operationId: string) => ({
    operationId,
    summary: 'Metadata of the provider',
    tags,
    response: { 200: json('RFC 8414.', Type.Object({ issuer: Type.String() })) },
  }),
  me: { operationId: 'getUser', summary: 'Who is logged in', ...USER },
  postedMe: {
    operationId: 'postForUser',
    summary: 'The same by POST (OpenID Connect Core, 5.3.1)',
    ...USER,
  },
} as const;
