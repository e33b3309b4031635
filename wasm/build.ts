/** Compiles the kernels: `npm run build:wasm`. Tests do the same and compare. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const GALLERY = new URL('../src/gallery/memory/kernel/', import.meta.url);
const FINDER = new URL('../web/capture/finder/', import.meta.url);

/** One compiled file. */
export interface Build {
  readonly folder: URL;
  readonly name: string;
  /** File in `assembly`. */
  readonly source: string;
  /** What it needs beyond fixed-width SIMD. */
  readonly features: readonly string[];
}

/** Two builds of each kernel of the gallery, whose threads share their memory. */
export const BUILDS: readonly Build[] = ['gallery', 'encoding'].flatMap((kernel) => {
  const common = { folder: GALLERY, source: `${kernel}.ts` };
  return [
    { ...common, name: `${kernel}-relaxed.wasm`, features: ['threads', 'relaxed-simd'] },
    { ...common, name: `${kernel}-simd.wasm`, features: ['threads'] },
  ];
});

/** The kernel of the finder of faces in browsers. */
export const FINDER_BUILD: Build = {
  folder: FINDER,
  name: 'blazeface.wasm',
  source: 'blazeface.ts',
  features: [],
};

/**
 * The bytes of one build.
 * @throws Error with what the compiler said
 */
export async function compileKernel({
  source,
  features,
}: Pick<Build, 'source' | 'features'>): Promise<Uint8Array<ArrayBuffer>> {
  let binary: Uint8Array<ArrayBuffer> | undefined;
  const { error, stderr } = await asc.main(
    [
      fileURLToPath(new URL(`assembly/${source}`, import.meta.url)),
      '--outFile',
      'kernel.wasm',
      '--runtime',
      'stub',
      '--optimizeLevel',
      '3',
      '--importMemory',
      ...(features.includes('threads') ? ['--sharedMemory', '--maximumMemory', '65536'] : []),
      '--initialMemory',
      '1',
      '--noExportMemory',
      ...['simd', ...features].flatMap((feature) => ['--enable', feature]),
    ],
    {
      writeFile: (_name, contents) => {
        if (typeof contents !== 'string') binary = new Uint8Array(contents);
      },
    },
  );
  if (error !== null || binary === undefined) throw new Error(`${error}\n${stderr.toString()}`);
  return binary;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const build of [...BUILDS, FINDER_BUILD])
    await writeFile(new URL(build.name, build.folder), await compileKernel(build));
