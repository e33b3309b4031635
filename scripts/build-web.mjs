// Builds the web pages and the capture module into dist/web. Plain JavaScript, because npm runs it at every install, where
// the machine's own Node may be older than the one the service brings along. --if-changed: unless they are newer than all
// they are made of.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = existsSync(new URL('../dist/web', import.meta.url));

if (process.argv.includes('--if-changed') && isUpToDate()) {
  console.log('the web pages are up to date');
} else if (isInstalled('vite')) {
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

/** Whether the last step of a build, the capture module, is newer than all sources. */
function isUpToDate() {
  const made = timesOf('dist/web/capture');
  const sources = ['web', 'src', 'docs', 'scripts', 'clients', 'packages', 'package-lock.json'];
  const more = readdirSync(root).filter((name) => /\.(md|ts|yaml)$|^LICENSE|^NOTICE/.test(name));
  return made.length > 0 && Math.min(...made) > Math.max(...[...sources, ...more].flatMap(timesOf));
}

/** When the file, or each file of the folder, was written. */
function timesOf(name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true }).filter((file) => !/\bnode_modules\b/.test(file))
    : [''];
  return files.map((file) => statSync(join(path, file)).mtimeMs);
}

/** Whether a package is installed. */
function isInstalled(name) {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`) !== '';
  } catch {
    return false;
  }
}
