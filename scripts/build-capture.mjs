// Builds the capture module with its element: for the service, and for its package in clients/capture.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param folder of what is built; what else lies there stays */
export async function buildCapture(folder) {
  // The module comes last: it compresses what lies there.
  for (const name of ['finder', 'capture'])
    await build({
      configFile: join(root, `vite.${name}.config.ts`),
      logLevel: 'warn',
      build: { outDir: folder },
    });
  await declareTypes(folder);
}

/** The types, for those who import it in TypeScript; an installation may lack the compiler. */
async function declareTypes(folder) {
  const compiler = findCompiler();
  if (compiler === undefined) return;
  const options = ['-p', join(root, 'web/capture'), '--outDir', join(folder, 'types')];
  execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  for (const [name, source] of [
    ['prosopon-capture', 'index'],
    ['prosopon-capture-element', 'element/index'],
  ])
    await writeFile(join(folder, `${name}.d.ts`), `export * from './types/${source}.ts';\n`);
}

function findCompiler() {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
    return join(dirname(manifest), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}
