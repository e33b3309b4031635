/** Data outside the repository: `../shared` where it lies beside the checkout, else undefined. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)));

/** Absolute path of a file or folder of the shared data, or undefined with a printed reason. */
export function sharedPath(...parts: string[]): string | undefined {
  const path = join(process.env.PROSOPON_TEST_SHARED ?? join(ROOT, '../shared'), ...parts);
  if (existsSync(path)) return path;
  console.warn(`skipped: ${parts.join('/')} of the shared test data is not here`);
  return undefined;
}

/** Absolute path of a sample photograph that ships in an npm package: sample1.jpg … sample6.jpg. */
export function samplePhoto(number: 1 | 2 | 3 | 4 | 5 | 6): string {
  return join(ROOT, `node_modules/@vladmandic/face-api/demo/sample${number}.jpg`);
}
