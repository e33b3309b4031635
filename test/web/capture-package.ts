/** The package of the capture element as a site uses it: packed, unpacked, its README's examples. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('../../clients/capture', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Packs the package and puts it into the site's folder as npm would; answers where it is. */
export async function installPackage(site: string): Promise<string> {
  const modules = join(site, 'node_modules');
  const folder = join(modules, '@prosopon/capture');
  await mkdir(folder, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', site], { cwd: SOURCE });
  const [tarball] = (await readdir(site)).filter((name) => name.endsWith('.tgz'));
  await run('tar', ['-xzf', join(site, tarball!), '-C', folder, '--strip-components=1']);
  await mkdir(join(modules, '@types'));
  for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom'])
    await symlink(join(MODULES, name), join(modules, name));
  return folder;
}

/** The example of the README in that language. */
export async function exampleOf(language: 'html' | 'js' | 'tsx'): Promise<string> {
  const readme = await readFile(join(SOURCE, 'README.md'), 'utf8');
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme)![1]!;
}

/** Shows the component, in Arabic, and keeps what it has sent. */
const MAIN = `
import { createRoot } from 'react-dom/client';
import { StrictMode } from 'react';
import { AreYouThere } from './are-you-there.tsx';
const send = async ({ images }) => (window.sent = images.map(({ tags }) => tags)).length > 0;
createRoot(document.querySelector('#root')).render(
  <StrictMode><AreYouThere directions={['down']} send={send} /></StrictMode>
);
`;

/** What TypeScript and React say of the README's component: types are checked, then it is bundled. */
export async function buildReactSite(site: string): Promise<void> {
  await writeFile(join(site, 'are-you-there.tsx'), await exampleOf('tsx'));
  await writeFile(join(site, 'main.jsx'), MAIN);
  const options = {
    ...{ strict: true, noEmit: true, jsx: 'react-jsx', target: 'es2024' },
    ...{ module: 'preserve', moduleResolution: 'bundler', exactOptionalPropertyTypes: true },
    ...{ lib: ['es2024', 'DOM', 'DOM.Iterable'], types: ['react'] },
  };
  const config = { compilerOptions: options, files: ['are-you-there.tsx'] };
  await writeFile(join(site, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '-p', site]).catch(
    ({ stdout }) => Promise.reject(new Error(stdout)),
  );
  await build({
    configFile: false,
    root: site,
    logLevel: 'warn',
    build: {
      outDir: 'built',
      rolldownOptions: { input: join(site, 'main.jsx'), output: { entryFileNames: 'main.js' } },
    },
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export type Answers = Readonly<Record<string, () => Promise<string> | string>>;

/** A site: files of folders below their addresses, and answers, which are pages where they look so. */
export async function openSite(folders: Readonly<Record<string, string>>, answers: Answers) {
  const server: Server = createServer(async ({ url = '/' }, response) => {
    try {
      const answer = answers[url];
      const [address, folder] =
        Object.entries(folders).find(([below]) => url.startsWith(below)) ?? [];
      if (url.endsWith('/no-camera')) response.setHeader('permissions-policy', 'camera=()');
      if (answer !== undefined) {
        const text = await answer();
        const type = text.startsWith('<') ? 'text/html' : (TYPES[extname(url)] ?? 'text/plain');
        response.setHeader('content-type', type);
        response.end(text);
      } else if (address === undefined) response.writeHead(404).end();
      else {
        response.setHeader('content-type', TYPES[extname(url)] ?? 'application/octet-stream');
        response.end(await readFile(join(folder!, url.slice(address.length))));
      }
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}
