/** NOTICE names every package that users install, and its licence. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noticeLine, thirdParties } from '../scripts/third-party.ts';

const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8').split('\n');

/** Licences that may be combined with Apache-2.0 in what we ship; the GPL may not. */
const FREE =
  /^(\(?(MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0|LGPL-3\.0(-or-later)?)( AND | OR )?)+\)?$/;

it('lists what the lockfile installs', () => {
  const missing = thirdParties()
    .map(noticeLine)
    .filter((line) => !notice.includes(line));
  expect(missing, 'run: npm run third-party').toEqual([]);
});

it('has a licence that we may build on for each of them', () => {
  expect(thirdParties().filter(({ licence }) => !FREE.test(licence))).toEqual([]);
});

it('says of the video decoder that its binary is under the GPL', () => {
  expect(notice.join('\n')).toMatch(/@napi-rs\/webcodecs\*: .*GPL/s);
});
