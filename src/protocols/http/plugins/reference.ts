/** The API reference: `/openapi.json` from the route schemas, its viewer at `/docs/api`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../../access/accounts/accounts.ts';
import { NO_OPERATOR, type Operator } from '../../../access/operator/operator.ts';
import { pathOf } from '../../../config/below-path.ts';
import { NAMED_SCHEMAS } from '../../../contract/all.ts';
import { ErrorAnswer, MessageAnswer } from '../operations/error-answers.ts';
import { describePageRoute, PAGE_TAGS } from '../pages/page-routes.ts';
import { LOOK_SCRIPT, LOOK_STYLE } from './reference-look.ts';

const ABOUT = `Open, self-hosted face biometrics. Class ids and templates belong to the storage and
partition of the client that calls. A biometric "no" is an answer with status 200 and
\`SUCCEEDED\`; errors of the call itself have the body \`ErrorResponse\`. Every answer carries the
headers \`jobid\`, \`service-version\` and \`response-time-ms\`.`;

/** The operator, below the description, as at the foot of every page. Empty if unknown. */
function operatorText({ name, controller, privacy, imprint }: Operator): string {
  const links = [
    ...(privacy === undefined ? [] : [`[Privacy](<${privacy}>)`]),
    ...(imprint === undefined ? [] : [`[Legal notice](<${imprint}>)`]),
  ];
  const said = [
    ...(name === NO_OPERATOR.name ? [] : [`Operated by **${plain(name)}**.`]),
    ...(controller === undefined ? [] : [`Controller: ${plain(controller)}.`]),
    ...(links.length === 0 ? [] : [links.join(' · ')]),
  ];
  return said.map((text) => `\n\n${text}`).join('');
}

/** Escapes characters with a meaning in Markdown and HTML. */
const plain = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

function contactOf({ name, contact }: Operator) {
  if (contact === undefined) return {};
  const [scheme, address = ''] = contact.split(/:(.*)/s);
  if (scheme === 'mailto') return { contact: { name, email: address.replace(/\?.*/s, '') } };
  return { contact: { name, url: contact } };
}

/** The viewer loads nothing from elsewhere. */
const VIEWER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Call before adding routes. */
export function registerReference(
  app: FastifyInstance,
  version: string,
  { operator, publicUrl }: Pick<Accounts, 'operator' | 'publicUrl'>,
): void {
  // The address may only be known once the service listens.
  const complete = <D extends object>(document: D) => ({
    ...document,
    servers: [{ url: pathOf(publicUrl()) || '/', description: 'This service.' }],
  });
  // Strangers ask for it: it is written once.
  const texts = new Map<string, string>();
  const text = () => {
    const path = pathOf(publicUrl());
    const known = texts.get(path) ?? JSON.stringify(complete(app.swagger()));
    texts.set(path, known);
    return known;
  };
  for (const schema of [...NAMED_SCHEMAS, ErrorAnswer, MessageAnswer]) app.addSchema(schema);
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Prosopon',
        version,
        description: ABOUT + operatorText(operator),
        ...contactOf(operator),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: [
        { name: 'Face', description: 'Enrolment, verification and templates.' },
        { name: 'Liveness', description: 'Is the person there, and the one of an ID photo?' },
        { name: 'Quality', description: 'Face image quality by ISO/IEC 29794-5.' },
        { name: 'Token', description: 'Rights to one task, for browsers and phones.' },
        { name: 'OAuth', description: 'Login by face for applications.' },
        ...PAGE_TAGS,
        { name: 'Operation', description: 'Probes and metrics.' },
      ],
      components: {
        securitySchemes: {
          basic: {
            type: 'http',
            scheme: 'basic',
            description: 'Id and secret of the client.',
          },
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'Access token of `/oauth/token`.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'prosopon_session',
            description: 'Of a signed-in user; with the header `x-csrf: 1`.',
          },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'JWT made by the client: HS256, HS384 or HS512 with one of its keys; `sub` is the ' +
              'client id, `aud` names this service, `exp` is at most 60 minutes ahead (setting ' +
              '`jwtLifetimeMinutes` of the client). Or a task token of `/token`, for what it permits.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ url, schema: describePageRoute(schema, url, route) }),
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`),
    },
  });
  app.register(swaggerUi, {
    routePrefix: '/docs/api',
    staticCSP: VIEWER_POLICY,
    transformSpecification: complete,
    transformSpecificationClone: false,
    theme: {
      title: operator.name,
      css: [{ filename: 'look.css', content: LOOK_STYLE }],
      js: [{ filename: 'look.js', content: LOOK_SCRIPT }],
    },
    uiConfig: { deepLinking: true, docExpansion: 'list', validatorUrl: null },
  });
  app.register(async (routes) => {
    routes.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(text()),
    );
  });
}
