/** The operator's data for the pages: name and addresses, logo, colour, and enabled features. */
import type { FastifyInstance } from 'fastify';
import type { PasskeyUse } from '../../../access/accounts/accounts.ts';
import { readableColours } from '../../../access/operator/colour.ts';
import type { Operator } from '../../../access/operator/operator.ts';

/** An SVG opened by itself runs and loads nothing. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface SaidToPages {
  readonly operator: Operator;
  /** Uses of passkeys. Known once the address of the service is. */
  readonly passkeys: () => PasskeyUse;
  /** Whether a link by mail opens a profile. */
  readonly mailSignIn: boolean;
  /** Host where administrators may sign in. Absent: only here. */
  readonly adminLogin?: string | undefined;
  /** Whether there is a playground. */
  readonly playground: boolean;
}

export function addOperatorFiles(
  app: FastifyInstance,
  { operator, passkeys, mailSignIn, adminLogin, playground }: SaidToPages,
): void {
  const { logo, colour, consent: _, passkeySignIn: __, ...said } = operator;
  const schema = { hide: true };
  const answer = {
    ...said,
    logo: logo === undefined ? '/icon.svg' : '/operator/logo',
    mailSignIn,
    ...(adminLogin !== undefined && { adminLogin }),
    playground,
    /** A package is installed under its name. */
    program: import.meta.url.endsWith('.js') ? 'prosopon' : 'bin/prosopon',
  };
  const sheet = colour === undefined ? '' : styleSheet(colour);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
  });
  app.get('/operator.json', { schema }, async () => ({ ...answer, passkeys: passkeys() }));
  app.get('/operator.css', { schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(sheet),
  );
  if (logo !== undefined)
    app.get('/operator/logo', { schema }, async (_request, reply) =>
      reply.header('content-security-policy', LOGO_POLICY).type(logo.type).send(logo.bytes),
    );
}

/** Replaces the accent colour. `:root` twice, because it loads before the pages' own sheet. */
function styleSheet(colour: string): string {
  const { light, dark } = readableColours(colour);
  return `:root:root {
  --accent: light-dark(${light}, ${dark});
  --accent-strong: light-dark(color-mix(in oklab, ${light} 80%, black), color-mix(in oklab, ${dark} 70%, white));
  --accent-soft: light-dark(color-mix(in oklab, ${light} 10%, white), color-mix(in oklab, ${dark} 20%, #1a1f26));
  --on-accent: light-dark(#ffffff, #12151a);
}
`;
}
