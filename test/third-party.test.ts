/** NOTICE and bom.json name every package that users install, and its licence. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publishedManifest, shrinkwrapOf } from '../scripts/shrinkwrap.ts';
import { billOfMaterials, noticeLine, thirdParties } from '../scripts/third-party.ts';

const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8').split('\n');

/** Licences that may be combined with Apache-2.0 in what we ship; the GPL may not. */
const FREE =
  /^(\(?(MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0|LGPL-3\.0(-or-later)?)( AND | OR )?)+\)?$/;

it('lists the packages of the lockfile', () => {
  const missing = thirdParties()
    .map(noticeLine)
    .filter((line) => !notice.includes(line));
  expect(missing, 'run: npm run third-party').toEqual([]);
});

it('has an acceptable licence for each of them', () => {
  expect(thirdParties().filter(({ licence }) => !FREE.test(licence))).toEqual([]);
});

it("states that the video decoder's binary is under the GPL", () => {
  expect(notice.join('\n')).toMatch(/@napi-rs\/webcodecs\*: .*GPL/s);
});

it('equals the bill of materials, in which every part has its own reference', () => {
  const written = readFileSync(new URL('../bom.json', import.meta.url), 'utf8');
  expect(written, 'run: npm run third-party').toBe(billOfMaterials());
  const { bomFormat, components } = JSON.parse(written) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly 'bom-ref': string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  expect(new Set(components.map((part) => part['bom-ref'])).size).toBe(components.length);
  expect(components).toHaveLength(new Set(thirdParties().map(noticeLine)).size);
});

it('the package locks the versions that are listed', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const { packages } = shrinkwrapOf(
    lock,
    thirdParties().map(({ folder }) => folder),
  );
  const { '': root, ...locked } = packages as Readonly<
    Record<string, { readonly version: string }>
  >;
  expect(root).toMatchObject({ name: 'prosopon', dependencies: lock.packages[''].dependencies });
  // `npm ci` refuses a lock that does not agree with the manifest.
  const manifest = publishedManifest(
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  );
  for (const one of [root, manifest]) {
    expect(one).not.toHaveProperty('devDependencies');
    expect(one).not.toHaveProperty('workspaces');
  }
  expect(manifest.scripts).toEqual({
    start: 'node bin/prosopon serve',
    preinstall: 'node bin/without-gpu.js',
  });
  const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13);
  const listed = new Set(thirdParties().map(({ name, version }) => `${name} ${version}`));
  const unlisted = Object.entries(locked)
    .map(([folder, { version }]) => `${nameOf(folder)} ${version}`)
    .filter((one) => !listed.has(one));
  expect(unlisted).toEqual([]);
  expect(Object.keys(locked).length).toBeGreaterThan(100);
});
