/**
 * Makes and takes away what only a package has (`npm pack` calls it before and after, in the folder
 * of the service or of an extension): programs as JavaScript beside their sources, because Node runs
 * no TypeScript below node_modules; the lock of the service, and a manifest that agrees with it.
 */
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { publishedManifest, shrinkwrapOf } from './shrinkwrap.ts';
import { thirdParties } from './third-party.ts';

const ROOT = process.cwd();
/** Draws with a library that only reports of evaluations need: built into one file with it. */
const CHARTS = 'evaluation/report/charts.ts';

/** Modules are named by literals that begin with a dot, whether imported or started as a thread. */
const MODULE = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g;

const programs = () =>
  globSync(['src/**/*.ts', 'evaluation/**/*.ts'], { cwd: ROOT }).filter(
    (file) => !file.endsWith('.d.ts'),
  );
const compiled = (file: string) => join(ROOT, file.replace(/\.ts$/, '.js'));

/** The types become spaces, as in Node's own reading: lines and columns in traces stay those of the source. */
function compile(file: string): void {
  const source = readFileSync(join(ROOT, file), 'utf8');
  writeFileSync(compiled(file), stripTypeScriptTypes(source).replace(MODULE, '$1$2.js$1'));
}

async function bundleCharts(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: CHARTS,
      outDir: dirname(compiled(CHARTS)),
      emptyOutDir: false,
      minify: true,
      rolldownOptions: { output: { entryFileNames: basename(compiled(CHARTS)) } },
    },
  });
}

const SHRINKWRAP = join(ROOT, 'npm-shrinkwrap.json');
const MANIFEST = join(ROOT, 'package.json');
/** The manifest of the checkout, while that of the package stands in its place. */
const KEPT = join(ROOT, 'package.json.kept');

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function clean(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
  rmSync(SHRINKWRAP, { force: true });
  for (const file of programs()) rmSync(compiled(file), { force: true });
}

async function make(): Promise<void> {
  clean();
  for (const file of programs()) if (file !== CHARTS) compile(file);
  // An extension has no lock of its own: it is installed beside the service.
  if (!existsSync(join(ROOT, CHARTS))) return;
  await bundleCharts();
  const parts = thirdParties().map(({ folder }) => folder);
  writeJson(SHRINKWRAP, shrinkwrapOf(readJson(join(ROOT, 'package-lock.json')), parts));
  const manifest = readJson(MANIFEST);
  renameSync(MANIFEST, KEPT);
  writeJson(MANIFEST, publishedManifest(manifest));
}

if (process.argv[2] === '--clean') clean();
else await make();
