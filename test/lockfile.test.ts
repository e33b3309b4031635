/** package-lock.json installs on every platform, from whatever registry npm is set to. */
import { expect, it } from 'vitest';
import { missingOptional, readLockfile } from '../scripts/lockfile.ts';

const lockfile = readLockfile();

it('has the packages of every platform, so that npm ci accepts it', () => {
  expect(missingOptional(lockfile), 'run: npm run lockfile').toEqual([]);
});

it('contains no address', () => {
  const addressed = Object.entries(lockfile.packages).filter(
    ([, { resolved, link }]) => resolved && !(link && resolved.startsWith('packages/')),
  );
  expect(addressed.map(([folder]) => folder)).toEqual([]);
});

it('detects missing packages', () => {
  const packages = {
    'node_modules/a': {
      license: 'MIT',
      optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-x64': '1.0.0' },
    },
    'node_modules/a/node_modules/a-linux-x64': { version: '1.0.0' },
  };
  expect(missingOptional({ packages })).toEqual([
    { name: 'a-darwin-x64', version: '1.0.0', license: 'MIT' },
  ]);
});
