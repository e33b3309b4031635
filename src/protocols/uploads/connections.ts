/** Limits what one network has open, so that nobody takes all sockets. */
import { addressPrefix } from '../../access/address-prefix.ts';

/** Even a service of many processes behind one address needs fewer. */
export const CONNECTIONS_PER_NETWORK = 1000;

/** A socket, a session over one, or a stream. */
interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

/** @param most Infinity behind a proxy, because all connections have its address */
export function createOpenLimit(most: number) {
  const open = new Map<string, number>();
  /** Whether there was room for one more of that address. Counts it until it closes. */
  return (opened: Closable, address = ''): boolean => {
    const network = addressPrefix(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) return false;
    open.set(network, count);
    opened.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    return true;
  };
}
