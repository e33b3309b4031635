/** Path of the service on its host. A site may serve it below a path. */

/** Built scripts lie in the folder `assets`. Unbuilt sources are served at the root. */
const [, found = ''] = /^(.*)\/assets\/[^/]*$/.exec(new URL(import.meta.url).pathname) ?? [];

/** Path of the service: `/face`; empty at the root of the host. */
export const ROOT = found;

/** Address of a part of the service, for links and calls. */
export const at = (address: string): string => ROOT + address;
