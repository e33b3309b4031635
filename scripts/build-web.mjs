// Builds the web pages and the capture module into dist/web. Plain JavaScript, because npm runs it at every install, where
// the machine's own Node may be older than the one the service brings along.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = existsSync(new URL('../dist/web', import.meta.url));

if (isInstalled('vite')) {
  const [{ build }, { buildCapture }] = await Promise.all([
    import('vite'),
    import('./build-capture.mjs'),
  ]);
  await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn' });
  await buildCapture(`${root}dist/web/capture`);
} else {
  // Installed without development dependencies, as in a container: built before, or not wanted.
  const state = built ? 'the web pages are those built before' : 'the web pages are not built';
  console.warn(`${state}: vite is not installed (npm install --include=dev)`);
}

/** Whether a package is installed. */
function isInstalled(name) {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`) !== '';
  } catch {
    return false;
  }
}
