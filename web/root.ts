/** Where the service lies on its host: a site may have it below a path. */

/** Built scripts lie in its folder `assets`; by themselves the sources are at the root. */
const [, found = ''] = /^(.*)\/assets\/[^/]*$/.exec(new URL(import.meta.url).pathname) ?? [];

/** Path of the service: `/face`; empty at the root of the host. */
export const ROOT = found;

/** What lies at `address` of the service, for links and calls. */
export const at = (address: string): string => ROOT + address;
