/** The lock of a published package: users install the versions that were tested, and no others. */

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/**
 * npm-shrinkwrap.json from package-lock.json: without what only a checkout has.
 * @param parts folders of the packages that users get, as bom.json lists them
 */
export function shrinkwrapOf(lock: Lock, parts: readonly string[]): Lock {
  const { '': root = {}, ...locked } = lock.packages;
  const { devDependencies: _, workspaces: __, ...own } = root as Record<string, unknown>;
  const published = Object.entries(locked).filter(
    ([folder, { dev, link }]) => parts.includes(folder) && !dev && !link,
  );
  return { ...lock, packages: { '': own as Locked, ...Object.fromEntries(published) } };
}
