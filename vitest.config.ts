/** Vitest: files share three processes, as loading what they need takes longer than most of them. */
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Files that replace a module: whoever comes before or after them must not meet the replacement. */
const alone = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').includes('vi.mock('),
);

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than cores at the least: many a test waits for a camera, a process or a clock.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          globalSetup: 'test/support/migrated-databases.ts',
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
