/** Vite plugin: writes .br and .gz beside every text file of a build, and prints what pages weigh. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|webmanifest)$/;

export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      await compressFolder(folder);
      await printSizes(folder);
    },
  };
}

async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => TEXT.test(name))
      .map(async (name) => {
        const file = join(folder, name);
        const bytes = await readFile(file);
        const brotli = await promisify(brotliCompress)(bytes, {
          params: {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        });
        await writeFile(`${file}.br`, brotli);
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }),
  );
}

/** What a browser has to fetch for each page, compressed with brotli. */
async function printSizes(folder: string): Promise<void> {
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.html')).sort();
  for (const page of pages) {
    const html = await readFile(join(folder, page), 'utf8');
    const needed = [
      page,
      // Nothing below `operator` is built: the service makes it of what its operator says.
      ...[...html.matchAll(/<(?:script|link) [^>]*?(?:src|href)="\/(?!operator)([^"]+)"/g)].map(
        ([, url]) => url!,
      ),
    ];
    const sizes = await Promise.all(needed.map((name) => compressedSize(join(folder, name))));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const kilobytes = (total / 1000).toFixed(1).padStart(6);
    console.log(`${relative(process.cwd(), join(folder, page)).padEnd(28)} ${kilobytes} kB`);
  }
}

async function compressedSize(file: string): Promise<number> {
  return (await stat(`${file}.br`).catch(() => stat(file))).size;
}
