/** Vite: every HTML file of src/web is a page; what it needs is hashed, compressed and sized. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './scripts/precompress.ts';

const ROOT = fileURLToPath(new URL('src/web', import.meta.url));
const pages = readdirSync(ROOT).filter((name) => name.endsWith('.html'));

/** Where `vite` alone, serving the sources with hot reload, finds the running service. */
const SERVICE = process.env.PUBLIC_URL ?? 'http://127.0.0.1:8080';

/** Module scripts run after the first paint; the theme has to be known before. */
const themeFirst: Plugin = {
  name: 'theme-first',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { src: '/theme.js' }, injectTo: 'head-prepend' },
  ],
};

export default defineConfig({
  root: ROOT,
  base: '/',
  publicDir: 'public',
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome123', 'firefox124', 'safari17.5'],
    // A data: script or style would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: pages.map((name) => join(ROOT, name)) },
  },
  plugins: [themeFirst, precompress()],
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/token',
        '/oauth',
        '/people',
        '/account',
        '/admin/v1',
        '/docs',
        '/openapi.json',
      ].map((path) => [path, SERVICE]),
    ),
  },
});
