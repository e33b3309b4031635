/** The origin of the call behind an audit entry. Protocols know it, operations do not. */
import { AsyncLocalStorage } from 'node:async_hooks';

const origins = new AsyncLocalStorage<string>();

/** Entries that are appended during `run` record that address. */
export const withOrigin = <R>(address: string, run: () => R): R => origins.run(address, run);

export const callOrigin = (): string | undefined => origins.getStore();
