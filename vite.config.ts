/** Vite: every HTML file of web is a page; what it needs is hashed, compressed and sized. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { BROWSERS } from './scripts/browser-builds.ts';
import { documentation } from './scripts/documentation/plugin.ts';
import { precompress } from './scripts/precompress.ts';

const PROJECT = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(PROJECT, 'web');
const pages = readdirSync(ROOT).filter((name) => name.endsWith('.html'));

/** Where `vite` alone, serving the sources with hot reload, finds the running service. */
const SERVICE = process.env.PUBLIC_URL ?? 'http://127.0.0.1:8080';

const inHead = (tag: string, attrs: Record<string, string>, children?: string) =>
  ({ tag, attrs, ...(children && { children }), injectTo: 'head-prepend' }) as const;

/** What all pages have in common, so that each names its script only. */
const HEAD = [
  inHead('meta', { charset: 'utf-8' }),
  inHead('meta', {
    name: 'viewport',
    content: 'width=device-width, initial-scale=1, viewport-fit=cover',
  }),
  inHead('meta', { name: 'color-scheme', content: 'light dark' }),
  // Module scripts run after the first paint; the theme has to be known before.
  inHead('script', { src: '/theme.js' }),
  inHead('link', { rel: 'stylesheet', href: '/operator.css' }),
  inHead('link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }),
  inHead('title', {}, 'Prosopon'),
];

/** What pages have that are drawn by their script. */
const DRAWN = [
  inHead('meta', {
    name: 'description',
    content: 'Log in by looking into the camera, and see what is kept about you.',
  }),
  inHead('link', { rel: 'preload', href: '/operator.json', as: 'fetch', crossorigin: '' }),
  {
    tag: 'noscript',
    children: 'These pages need JavaScript. Diese Seiten brauchen JavaScript.',
    injectTo: 'body',
  },
] as const;

const frame: Plugin = {
  name: 'frame',
  transformIndexHtml: (_html, { path }) => (path === '/docs.html' ? HEAD : [...HEAD, ...DRAWN]),
};

export default defineConfig({
  root: ROOT,
  base: '/',
  publicDir: 'public',
  // A proxy may have the service below a path: what scripts and sheets load lies beside them. Pages lie
  // at many depths; the service puts the path into their addresses.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: join(PROJECT, 'dist/web'),
    emptyOutDir: true,
    target: BROWSERS,
    // A data: script or style would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: pages.map((name) => join(ROOT, name)),
      // A newcomer with a slow machine shall not read about it.
      checks: { bundlerTimings: false },
    },
  },
  plugins: [frame, documentation(PROJECT), precompress()],
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/token',
        '/oauth',
        '/people',
        '/account',
        '/admin/v1',
        '/capture',
        '/operator',
        '/docs',
        '/openapi.json',
      ].map((path) => [path, SERVICE]),
    ),
  },
});
