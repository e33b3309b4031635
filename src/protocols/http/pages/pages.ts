/** The web pages made by `npm run build:web`: addresses, caching, compression, policy. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../../config/below-path.ts';
import { addOperatorFiles, type SaidToPages } from './operator-files.ts';

/** Address of each page → its HTML file in `web`, without extension. */
const PAGES: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/playground': 'playground',
  '/login/:uid': 'login',
  '/register': 'register',
  '/link': 'link',
  '/liveness': 'liveness',
  '/profile': 'profile',
  '/admin': 'admin',
};

const BUILT = fileURLToPath(new URL('../../../../dist/web', import.meta.url));

/** Nothing from elsewhere, nothing inline. Images and videos of the camera are blobs. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The face finder is a thread with its own policy: it compiles its kernel, and fetches nothing. */
const FINDER = 'face-finder.js';
const FINDER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/** Only these pages may use the camera. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=()';

const PAGE_HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'permissions-policy': PERMISSIONS,
  'cache-control': 'no-cache',
};

/** Names of built assets contain a hash of their content, so they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The build needs packages that `--omit=dev` leaves out. */
const BUILD = 'npm install --include=dev';

const NOT_BUILT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Prosopon</title>' +
  `<h1>Prosopon is running</h1><p>Its web pages are not built. Run <code>${BUILD}</code> ` +
  'in its folder and load this page again. The <a href="/docs/api">API reference</a> is there without.</p></html>';

interface PageParts extends SaidToPages {
  readonly version: string;
  /** Public address of the service. */
  readonly publicUrl: () => string;
}

export function registerPages(
  app: FastifyInstance,
  { version, publicUrl, ...said }: PageParts,
  built = BUILT,
): void {
  const path = () => pathOf(publicUrl());
  if (!existsSync(built))
    app.log.warn(`the web pages are not built: run "${BUILD}" in the folder of the program`);
  app.register(async (files) => addOperatorFiles(files, said));
  app.register(async (pages) => {
    await pages.register(fastifyStatic, {
      root: built,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      suppressWarning: true,
    });
    const schema = { hide: true };

    for (const [address, name] of Object.entries(PAGES)) {
      if (name === 'playground' && !said.playground) continue;
      pages.get(address, { schema }, async (request, reply) => {
        if (address === '/') {
          reply.header('vary', 'accept');
          if (!request.headers.accept?.includes('text/html')) return aboutService(version, path());
        }
        return sendPage(reply, built, name, path());
      });
    }

    for (const address of ['/docs', '/docs/*'])
      pages.get(address, { schema }, async ({ params }, reply) => {
        const { '*': name = '' } = params as { readonly '*'?: string };
        return sendDocumentation(reply, built, `docs/${name}`.replace(/\/$/, ''), path());
      });
    pages.get('/assets/:file', { schema }, async (request, reply) => {
      const { file } = request.params as { readonly file: string };
      return reply.header('cache-control', FOR_EVER).sendFile(`assets/${file}`);
    });
    // For pages of other origins. A client's listed origins may load it, just as they may call the
    // API.
    pages.get('/capture/*', { schema }, async (request, reply) => {
      const { '*': file } = request.params as { readonly '*': string };
      if (file === FINDER) reply.header('content-security-policy', FINDER_POLICY);
      return reply.header('cache-control', 'no-cache').sendFile(`capture/${file}`);
    });
    for (const file of ['icon.svg', 'theme.js'])
      pages.get(`/${file}`, { schema }, async (_request, reply) =>
        reply.header('cache-control', 'no-cache').sendFile(file),
      );
  });
}

/** The answer of `/` to programs, which do not ask for HTML. */
function aboutService(version: string, path: string) {
  return {
    service: 'prosopon',
    version,
    documentation: `${path}/docs`,
    openapi: `${path}/openapi.json`,
    readiness: `${path}/readyz`,
  };
}

/** The page for unknown addresses. Undefined for programs, which get an error. */
export function notFoundPage(built = BUILT) {
  const file = join(built, 'not-found.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return ({ method, headers }: FastifyRequest, reply: FastifyReply) =>
    page === undefined || method !== 'GET' || !headers.accept?.includes('text/html')
      ? undefined
      : reply.code(404).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
}

/** Everything but images is a page. The API viewer has its own addresses. */
function sendDocumentation(
  reply: FastifyReply,
  built: string,
  name: string,
  path: string,
): FastifyReply {
  if (name === 'docs') return sendPage(reply, built, name, path);
  reply.headers({
    ...PAGE_HEADERS,
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  });
  return /\.(png|svg|webp)$/.test(name) ? reply.sendFile(name) : sendHtml(reply, built, name, path);
}

function sendPage(reply: FastifyReply, built: string, name: string, path: string): FastifyReply {
  reply.headers(PAGE_HEADERS);
  if (!existsSync(join(built, `${name}.html`)))
    return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
  return sendHtml(reply, built, name, path);
}

/** @param path public path of the service, which is put into the page; the page is sent as text */
function sendHtml(reply: FastifyReply, built: string, name: string, path: string): FastifyReply {
  if (path === '') return reply.sendFile(`${name}.html`);
  const file = join(built, `${name}.html`);
  if (!/^[\w-]+(\/[\w-]+(\.[\w-]+)*)*$/.test(name) || !existsSync(file)) {
    reply.callNotFound();
    return reply;
  }
  return reply.type('text/html; charset=utf-8').send(readFileSync(file, 'utf8'));
}
