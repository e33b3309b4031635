// Builds the web pages and the capture module into dist/web. Plain JavaScript, because npm runs it at every install, where
// the machine's own Node may be older than the one the service brings along.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = existsSync(new URL('../dist/web', import.meta.url));

if (packageFolder('vite') !== undefined) {
  const { build } = await import('vite');
  for (const config of ['vite.config.ts', 'vite.capture.config.ts'])
    await build({ configFile: `${root}${config}`, logLevel: 'warn' });
  await declareTypes();
} else {
  // Installed without development dependencies, as in a container: built before, or not wanted.
  const state = built ? 'the web pages are those built before' : 'the web pages are not built';
  console.warn(`${state}: vite is not installed (npm install --include=dev)`);
}

/** The types of the capture module, for those who import it in TypeScript. */
async function declareTypes() {
  const typescript = packageFolder('typescript');
  if (typescript === undefined) return;
  const compiler = join(typescript, 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', `${root}web/capture`], { stdio: 'inherit' });
  await writeFile(
    `${root}dist/web/capture/prosopon-capture.d.ts`,
    "export * from './types/index.ts';\n",
  );
}

/** Where a package is installed; undefined: it is not. */
function packageFolder(name) {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
