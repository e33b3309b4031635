/** `npm run example`: registers the sample site with the Prosopon of this folder and starts it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createOpenIdSite } from './openid.ts';
import { SITE_NAME } from './pages.ts';
import { createPassportSite } from './passport.ts';
import { placeFromEnvironment, type SiteSettings } from './site.ts';

const SITES = { openid: createOpenIdSite, passport: createPassportSite };
const PROGRAM = fileURLToPath(new URL('../../bin/prosopon', import.meta.url));
const ID = 'example';

type Credentials = Pick<SiteSettings, 'clientId' | 'clientSecret'>;

const prosopon = async (...args: readonly string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args, '--json']);
  return JSON.parse(stdout);
};

/** A new client at each start, so that the secret is never stored. */
async function register(redirectUri: string): Promise<Credentials> {
  const clients: readonly { readonly id: string }[] = await prosopon('client', 'list');
  if (clients.some(({ id }) => id === ID)) await prosopon('client', 'delete', ID, '--yes');
  const about = ['--id', ID, '--name', SITE_NAME, '--redirect-uri', redirectUri];
  const { secret } = await prosopon('client', 'create', ...about);
  return { clientId: ID, clientSecret: secret };
}

/** Credentials of a site that was registered by hand, perhaps at another Prosopon. */
function givenCredentials({ CLIENT_ID, CLIENT_SECRET } = process.env): Credentials | undefined {
  if (CLIENT_ID === undefined || CLIENT_SECRET === undefined) return undefined;
  return { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
}

/** Reports problems that would prevent a login. */
async function requireProsopon(issuer: string): Promise<void> {
  const health = await fetch(`${issuer}/readyz`).catch(() => undefined);
  if (health === undefined)
    throw new Error(`Prosopon does not answer at ${issuer}: "npm start" in another terminal first`);
  const { missing } = (await health.json()) as { readonly missing: readonly string[] };
  for (const line of missing) console.warn(`Prosopon lacks something: ${line}`);
}

async function start(kind = 'openid'): Promise<void> {
  const create = SITES[kind as keyof typeof SITES];
  if (create === undefined) throw new Error(`expected one of ${Object.keys(SITES).join(', ')}`);
  const { issuer, url, port } = placeFromEnvironment();
  await requireProsopon(issuer);
  const credentials = givenCredentials() ?? (await register(`${url}/callback`));
  const app = await create({ issuer, url, ...credentials });
  app.listen(port, '127.0.0.1', () =>
    console.log(`\nThe sample site is at ${url}: open it and log in with your face.\n`),
  );
}

await start(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
