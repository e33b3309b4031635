/** How the built pages are served, and what is said where they are not built. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPages } from '../../../../src/protocols/http/plugins/pages.ts';

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
    await writeFile(join(folder, 'web/playground.html'), '<title>Playground</title>');
    await writeFile(join(folder, 'web/assets/a-1.js'), 'let a;');
    await writeFile(join(folder, 'web/assets/a-1.js.br'), 'compressed');
    app = fastify();
    registerPages(app, '1.2.3', join(folder, 'web'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('come to browsers under a policy that allows nothing from elsewhere and nothing inline', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/', headers: BROWSER });
    expect(statusCode).toBe(200);
    expect(body).toContain('Playground');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('leave `/` to programs as JSON', async () => {
    const { headers, body } = await app.inject('/');
    expect(JSON.parse(body)).toMatchObject({ version: '1.2.3', documentation: '/docs' });
    expect(headers.vary).toContain('accept');
  });

  it('bring their parts compressed, to be kept for ever', async () => {
    const url = '/assets/a-1.js';
    const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(body).toBe('compressed');
    expect(headers).toMatchObject({ 'content-encoding': 'br' });
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toContain('immutable');
    expect((await app.inject(url)).body).toBe('let a;');
  });

  it('let the finder of faces compile its kernel, and fetch nothing', async () => {
    const { headers } = await app.inject('/capture/face-finder.js');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'",
    );
  });

  it.each([
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/capture/..%2f..%2fsecret.txt',
    '/capture/../../secret.txt',
    '/assets/none.js',
  ])('do not reach outside: %s', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toBe('secret');
  });

  it('name the command that builds them where they are missing', async () => {
    const bare = fastify();
    registerPages(bare, '1.2.3', join(folder, 'nowhere'));
    const { statusCode, body } = await bare.inject({ url: '/', headers: BROWSER });
    expect(statusCode).toBe(503);
    expect(body).toContain('npm install --include=dev');
    await bare.close();
  });
});
