/** What processes that read strangers' files may do and know: their program, nothing of ours. */
import type { ForkOptions } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Installed as a package, what it needs may lie beside it. */
const BESIDE = basename(dirname(ROOT)) === 'node_modules' ? [dirname(ROOT)] : [];
const PROGRAM = [
  ...['src', 'node_modules', 'package.json'].map((name) => join(ROOT, name)),
  ...BESIDE,
];

/** For glibc: one pool in huge pages, which halves the start of a worker on virtual machines. */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: `${4 * 2 ** 20}`,
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/**
 * Options of `fork` for such a process. It is told none of the service's secrets, reads the program
 * and what is named here, writes nothing and starts nothing. This binds JavaScript; native code
 * that was taken over is bound by the rights of the process alone.
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
