/** Limits processes that read strangers' files: they see their program, and none of our data. */
import type { ForkOptions } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)));
/** For an installed package, its dependencies may lie beside it. */
const BESIDE = basename(dirname(ROOT)) === 'node_modules' ? [dirname(ROOT)] : [];
const PROGRAM = [
  ...['src', 'node_modules', 'package.json'].map((name) => join(ROOT, name)),
  ...BESIDE,
];

/** The folder of the extension that a module belongs to: its package, but never all of ours. */
export function packageOf(module: URL): string {
  const start = dirname(fileURLToPath(module));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder === ROOT ? start : folder;
  return start;
}

/** For glibc: a single pool in huge pages halves the start of a worker on virtual machines. */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: `${4 * 2 ** 20}`,
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/**
 * Options of `fork` for such a process. It gets no secrets of the service, reads only the program
 * and the named files, writes nothing and starts nothing. That limits JavaScript. Hijacked native
 * code is limited only by the rights of the process.
 * @param heap mebibytes of JavaScript heap; pictures lie outside it
 */
export function confined(
  readable: readonly string[],
  heap: number,
): Pick<ForkOptions, 'env' | 'execArgv'> {
  const paths = [...PROGRAM, ...readable].flatMap((path) =>
    existsSync(path) ? [path, realpathSync(path)] : [path],
  );
  return {
    env: ALLOCATOR,
    execArgv: [
      `--max-old-space-size=${heap}`,
      '--permission',
      '--allow-addons',
      '--disable-warning=SecurityWarning',
      ...[...new Set(paths)].map((path) => `--allow-fs-read=${path}`),
    ],
  };
}
