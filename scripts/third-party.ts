/**
 * Writes NOTICE and bom.json: every package a user of the service installs, with its licence, for
 * people and, as CycloneDX, for programs (`npm run third-party`).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, Locked>>;

export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package states it. */
  readonly licence: string;
  /** Folder below the root where the package lies, if this platform has it. */
  readonly folder: string;
  /** Subresource Integrity of the archive in the registry. */
  readonly integrity: string | undefined;
}

/** What a package's own statement leaves out, by the beginning of its name. */
const REMARKS: readonly (readonly [string, string])[] = [
  [
    '@napi-rs/webcodecs',
    'The package says MIT; its binaries hold FFmpeg with x264 and x265, whose licence is the GPL, ' +
      'version 2 or later. It is optional: `npm uninstall --no-save @napi-rs/webcodecs` takes it ' +
      'out, and only liveness of videos is missing then. Whoever passes the binary on does so ' +
      'under the GPL.',
  ],
  [
    '@img/sharp-libvips',
    'A shared library of its own, LGPL-3.0-or-later: it may be replaced by another build.',
  ],
  ['libheif-js', 'libheif and libde265 as WebAssembly, LGPL-3.0: the file may be replaced.'],
];

/** Development packages that the package has parts of: charts and web pages are built with them. */
const BUILT_IN = [
  '@preact/signals',
  '@simplewebauthn/browser',
  'echarts',
  'minisearch',
  'preact',
  'uplot',
].map((name) => `node_modules/${name}`);

/** The packages of the lockfile that users get, on every platform, by name. Without extensions. */
export function thirdParties(): readonly ThirdParty[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Lock;
  };
  const built = BUILT_IN.flatMap((folder) => [folder, ...neededBy(packages, folder)]);
  return [...new Set([...neededBy(packages, ''), ...built])]
    .map((folder) => {
      const { version = '', license: licence = '', integrity } = packages[folder]!;
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence, folder, integrity };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** Folders of all packages that a package needs. */
function neededBy(lock: Lock, root: string): readonly string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = lock[folder]!;
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    for (const name of names) {
      const needed = folderOf(lock, folder, name);
      if (needed === undefined || found.has(needed)) continue;
      found.add(needed);
      visit(needed);
    }
  };
  visit(root);
  return [...found];
}

/** Where Node finds a package from the folder of another; undefined: an optional one is absent. */
function folderOf(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (folder in lock) return folder;
    if (at === '') return undefined;
  }
}

/** The line that NOTICE has for the package. */
export const noticeLine = ({ name, version, licence }: ThirdParty): string =>
  `${name} ${version}: ${licence}`;

/** Text of the licence that comes with the package; undefined: none does, or it is not installed. */
function licenceText({ folder }: ThirdParty): string | undefined {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return undefined;
  const file = readdirSync(path).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  return file === undefined ? undefined : readFileSync(join(path, file), 'utf8').trim();
}

function notice(): string {
  const packages = thirdParties();
  const lines = [...new Set(packages.map(noticeLine))];
  const byText = Map.groupBy(
    packages.filter((one) => licenceText(one) !== undefined),
    (one) => licenceText(one)!,
  );
  const texts = [...byText].map(([text, owners]) => {
    const names = [...new Set(owners.map(({ name }) => name))].join(', ');
    return `${'='.repeat(80)}\n${names}\n${'='.repeat(80)}\n\n${text}\n`;
  });
  return `Prosopon
Licence: Apache-2.0 (LICENSE).

Prosopon installs the packages below from the npm registry, each under its own licence. This file is
written by "npm run third-party" from package-lock.json and the licences in the packages. Networks
that are downloaded say their licence in "prosopon models list".

Remarks
${REMARKS.map(([name, remark]) => `- ${name}*: ${remark}`).join('\n')}

Packages
${lines.join('\n')}

Licences
${texts.join('\n')}`;
}

/** CycloneDX 1.6: the same packages with their package URLs and checksums, one on a line. */
export function billOfMaterials(): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as { readonly name: string; readonly version: string; readonly license: string };
  const component = { type: 'application', name, version, licenses: [{ expression: license }] };
  const about = JSON.stringify({ component });
  const parts = thirdParties().map((part) => JSON.stringify(componentOf(part)));
  return `{
"bomFormat": "CycloneDX",
"specVersion": "1.6",
"version": 1,
"metadata": ${about},
"components": [
${[...new Set(parts)].join(',\n')}
]
}
`;
}

function componentOf({ name, version, licence, integrity }: ThirdParty): object {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm, digest] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(licence && { licenses: [{ expression: licence }] }),
    ...(algorithm === 'sha512' &&
      digest && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(ROOT, 'NOTICE'), notice());
  writeFileSync(join(ROOT, 'bom.json'), billOfMaterials());
}
