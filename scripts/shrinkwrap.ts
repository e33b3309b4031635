/** What npm reads of a published package: users install the versions that were tested, and no others. */

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

/** The parts of a manifest that only a checkout has: `npm ci` would find them missing in the lock. */
function withoutCheckout<T extends object>(manifest: T): T {
  const { devDependencies: _, workspaces: __, ...own } = manifest as Record<string, unknown>;
  return own as T;
}

/** package.json without what only a checkout has. */
export function publishedManifest(manifest: Manifest): Manifest {
  const { start = '', preinstall = '' } = manifest.scripts;
  return { ...withoutCheckout(manifest), scripts: { start, preinstall } };
}

/**
 * npm-shrinkwrap.json from package-lock.json: without what only a checkout has.
 * @param parts folders of the packages that users get, as bom.json lists them
 */
export function shrinkwrapOf(lock: Lock, parts: readonly string[]): Lock {
  const { '': root = {}, ...locked } = lock.packages;
  const published = Object.entries(locked).filter(
    ([folder, { dev, link }]) => parts.includes(folder) && !dev && !link,
  );
  return { ...lock, packages: { '': withoutCheckout(root), ...Object.fromEntries(published) } };
}
