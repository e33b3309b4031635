/** Vitest: files share a few processes, as loading what they need takes longer than most of them. */
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that replace a module: the files before and after them must not meet the replacement. */
const alone = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').includes('vi.mock('),
);

const common = {
  pool: 'forks',
  // Node loads the sources by itself, as when the service runs; Vite takes twice as long for them.
  experimental: { viteModuleRunner: false },
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const;

/** Films before a camera first: begun last, they would be waited for alone. */
class FilmsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFilm = ({ moduleId }: TestSpecification) => moduleId.includes('/test/web/login-by-');
    return (await super.sort(files)).sort((p, q) => Number(isFilm(q)) - Number(isFilm(p)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: FilmsFirst },
    // One more than there are cores on a small machine: with a film before the camera a test waits
    // half its time. Not among what projects have in common, which would outweigh the command line.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          globalSetup: 'testing/migrated-databases.ts',
        },
      },
      { test: { ...common, name: 'alone', include: alone } },
    ],
  },
});
