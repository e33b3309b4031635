/**
 * Takes out of an installed package what an image has no use for:
 * `node scripts/prune-modules.ts DIR [--keep-video]`.
 * Binaries of other platforms, all but the networks of packages that are there for their networks, and
 * what only debuggers and compilers read.
 */
import { existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MODELS } from '../src/inference/models/manifest.ts';

const [folder, option] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/prune-modules.ts DIR');
const modules = join(folder, 'node_modules');

const remove = (pattern: string, kept: (path: string) => boolean = () => false) => {
  for (const path of globSync(pattern, { cwd: modules }))
    if (!kept(path)) rmSync(join(modules, path), { recursive: true, force: true });
};

const platform = join('napi-v6', process.platform, process.arch);
remove('onnxruntime-node/bin/napi-v6/*/*', (path) => path.endsWith(platform));

const networks = new Set(
  MODELS.flatMap(({ source }) => source.files.map(({ path }) => join(source.package, path))),
);
for (const name of new Set(MODELS.map(({ source }) => source.package)))
  remove(
    `${name}/**/*.*`,
    (path) => networks.has(path) || /(^|\/)(package\.json|licen[cs]e[^/]*)$/i.test(path),
  );

// Its binaries are under the GPL: whoever passes an image on decides about them.
if (option !== '--keep-video') remove('@napi-rs/webcodecs*');

// The same once or twice more, for bundlers, older programs and other engines.
remove('@opentelemetry/*/build/{esm,esnext}');
remove('mediabunny/dist/bundles');
remove('kysely/dist/cjs');
remove('bare-*/prebuilds');
remove('libheif-js/{libheif,libheif-wasm}/*', (path) => /(-bundle\.js|LICENSE)$/.test(path));
remove('@cornerstonejs/codec-openjpeg/dist/*', (path) => /wasm_decode\.(js|wasm)$/.test(path));
remove('**/*.map');
// Types, and sources that Node.js does not run from here.
remove('**/*.{ts,mts,cts}');
remove('@types');
if (!existsSync(join(modules, 'onnxruntime-node/bin', platform)))
  throw new Error(`onnxruntime-node has no binaries for ${process.platform}/${process.arch}`);
