/** How the built pages are served, and what is said where they are not built. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_OPERATOR } from '../../../../src/access/operator/operator.ts';
import { notFoundPage, registerPages } from '../../../../src/protocols/http/pages/pages.ts';

const PARTS = {
  version: '1.2.3',
  publicUrl: () => 'http://127.0.0.1:8080',
  operator: NO_OPERATOR,
  passkeys: () => 'none' as const,
  mailSignIn: false,
  playground: true,
};
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('pages', () => {
  let folder: string;
  let app: FastifyInstance;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prosopon-pages-'));
    await mkdir(join(folder, 'web/assets'), { recursive: true });
    await mkdir(join(folder, 'web/capture'));
    await writeFile(join(folder, 'web/capture/face-finder.js'), 'let finder;');
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, 'secret.png'), 'secret');
    await writeFile(join(folder, 'web/playground.html'), '<title>Playground</title>');
    await writeFile(join(folder, 'web/landing.html'), '<title>Start</title>');
    await writeFile(join(folder, 'web/not-found.html'), '<title>Nothing here</title>');
    await writeFile(join(folder, 'web/assets/a-1.js'), 'let a;');
    await writeFile(join(folder, 'web/assets/a-1.js.br'), 'compressed');
    app = fastify();
    registerPages(app, PARTS, join(folder, 'web'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('have a policy that allows nothing from elsewhere and nothing inline', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/', headers: BROWSER });
    expect(statusCode).toBe(200);
    expect(body).toContain('Start');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('include the playground if enabled, and a page for unknown addresses', async () => {
    expect((await app.inject({ url: '/playground', headers: BROWSER })).body).toContain(
      'Playground',
    );
    const exposed = fastify();
    const web = join(folder, 'web');
    registerPages(exposed, { ...PARTS, playground: false }, web);
    const show = notFoundPage(web);
    exposed.setNotFoundHandler(
      (request, reply) => show(request, reply) ?? reply.code(404).send({}),
    );
    const { statusCode, headers, body } = await exposed.inject({
      url: '/playground',
      headers: BROWSER,
    });
    expect({ statusCode, body }).toMatchObject({
      statusCode: 404,
      body: expect.stringMatching(/Nothing/),
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect((await exposed.inject('/playground')).json()).toEqual({});
    await exposed.close();
  });

  it('leave `/` to programs as JSON', async () => {
    const { headers, body } = await app.inject('/');
    expect(JSON.parse(body)).toMatchObject({ version: '1.2.3', documentation: '/docs' });
    expect(headers.vary).toContain('accept');
  });

  it('serve their parts compressed, to be cached for ever', async () => {
    const url = '/assets/a-1.js';
    const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(body).toBe('compressed');
    expect(headers).toMatchObject({ 'content-encoding': 'br' });
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toContain('immutable');
    expect((await app.inject(url)).body).toBe('let a;');
  });

  it('let the face finder compile its kernel, and fetch nothing', async () => {
    const { headers } = await app.inject('/capture/face-finder.js');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'",
    );
  });

  it.each([
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/capture/..%2f..%2fsecret.txt',
    '/docs/..%2f..%2fsecret.png',
    '/docs/../../secret.png',
    '/capture/../../secret.txt',
    '/assets/none.js',
  ])('do not reach outside: %s', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toBe('secret');
  });

  it('name the command that builds missing ones', async () => {
    const bare = fastify();
    registerPages(bare, PARTS, join(folder, 'nowhere'));
    const { statusCode, body } = await bare.inject({ url: '/', headers: BROWSER });
    expect(statusCode).toBe(503);
    expect(body).toContain('npm install --include=dev');
    await bare.close();
  });
});
