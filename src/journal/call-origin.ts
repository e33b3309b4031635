/** Where the call behind an audit entry came from: known to the protocols, not to operations. */
import { AsyncLocalStorage } from 'node:async_hooks';

const origins = new AsyncLocalStorage<string>();

/** Entries that are appended in `run`, and in what it begins, come from that address. */
export const withOrigin = <R>(address: string, run: () => R): R => origins.run(address, run);

export const callOrigin = (): string | undefined => origins.getStore();
