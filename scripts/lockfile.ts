/**
 * Completes package-lock.json with the optional packages of other platforms (`npm run lockfile`).
 * npm drops those that it could not fetch where it wrote the file, and `npm ci` then refuses the file
 * everywhere. An entry made here has no checksum: npm takes what the registry has for that version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  /** An extension of this repository, whose folder `resolved` is. */
  readonly link?: boolean;
  readonly license?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, Entry>>;
}

export const readLockfile = (): Lockfile => JSON.parse(readFileSync(FILE, 'utf8')) as Lockfile;

export interface Missing {
  readonly name: string;
  readonly version: string;
  /** Of the package that names it: they are parts of one work. */
  readonly license: string | undefined;
}

/** Optional packages that some package names and the lockfile does not have. */
export function missingOptional({ packages }: Lockfile): readonly Missing[] {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {}, license }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesOf(folder, name).some((place) => place in packages))
      .map(([name, version]) => ({ name, version, license })),
  );
}

/** Where Node looks for a package from a folder of the lockfile. */
function placesOf(folder: string, name: string): readonly string[] {
  const parents = folder.split('/node_modules/').map((_, depth, all) => all.slice(0, depth + 1));
  return ['', ...parents.map((parts) => parts.join('/node_modules/'))].map((parent) =>
    parent === '' ? `node_modules/${name}` : `${parent}/node_modules/${name}`,
  );
}

/** The entry of a package that says its platform in its name, such as `cli-linux-x64-musl`. */
function entryOf({ name, version, license }: Missing): Entry {
  const found = /-(android|darwin|linux|win32|freebsd)-(x64|arm64|arm|ia32)(-musl)?/.exec(name);
  if (found === null) throw new Error(`${name}: its name does not say the platform`);
  const [, os = '', cpu = '', musl] = found;
  return {
    version,
    cpu: [cpu],
    ...(os === 'linux' && { libc: [musl === undefined ? 'glibc' : 'musl'] }),
    ...(license !== undefined && { license }),
    optional: true,
    os: [os],
  };
}

function complete(lockfile: Lockfile): Lockfile {
  const added = missingOptional(lockfile).map((missing): [string, Entry] => [
    `node_modules/${missing.name}`,
    entryOf(missing),
  ]);
  const packages = [...Object.entries(lockfile.packages), ...added];
  packages.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lockfile, packages: Object.fromEntries(packages) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(FILE, `${JSON.stringify(complete(readLockfile()), null, 2)}\n`);
