/** Compiles the kernels of the gallery: `npm run build:kernel`. A test does the same and compares. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const TARGET = new URL('../src/gallery/kernel/', import.meta.url);

/** Two builds of each kernel: file name, source and what it needs beyond fixed-width SIMD. */
export const BUILDS = ['gallery', 'encoding'].flatMap((kernel) => [
  { name: `${kernel}-relaxed.wasm`, source: `${kernel}.ts`, features: ['relaxed-simd'] },
  { name: `${kernel}-simd.wasm`, source: `${kernel}.ts`, features: [] },
]);

/**
 * The bytes of one build.
 * @param source file in `assembly`
 * @throws Error with what the compiler said
 */
export async function compileKernel(
  features: readonly string[],
  source: string,
): Promise<Uint8Array<ArrayBuffer>> {
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
      '--sharedMemory',
      '--initialMemory',
      '1',
      '--maximumMemory',
      '65536',
      '--noExportMemory',
      ...['threads', 'simd', ...features].flatMap((feature) => ['--enable', feature]),
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
  for (const { name, source, features } of BUILDS)
    await writeFile(new URL(name, TARGET), await compileKernel(features, source));
