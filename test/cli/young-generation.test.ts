/** The memory of a service does not grow with its hours: the young generation stays as it is. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const module = new URL('../../src/cli/young-generation.ts', import.meta.url).href;
/** Objects of which many live on, for which V8 makes the young generation as large as it may be. */
const script = (grow: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { growYoungGeneration } from '${module}';
  ${grow}
  const kept = [];
  let most = 0;
  for (let i = 0; i < 8e6; i++) {
    kept[i % 300_000] = { i, list: [i] };
    if (i % 20_000 !== 0) continue;
    await new Promise((resolve) => setTimeout(resolve));
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    most = Math.max(most, young.space_size);
  }
  console.log(most / 2 ** 20);`;

const mebibytes = async (grow = '') => {
  const args = ['--input-type=module', '--eval', script(grow)];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
};

it('grows to 32 MiB, and no more', async () => {
  expect(await mebibytes('growYoungGeneration();')).toBeLessThan(40);
  expect(await mebibytes(), 'if left to V8').toBeGreaterThan(60);
});
