/** Limits the connections of one network, so that nobody takes all sockets. */
import { addressPrefix } from '../../access/address-prefix.ts';

/** Even a service of many processes behind one address needs fewer. */
export const CONNECTIONS_PER_NETWORK = 1000;

/** A connection: a socket, or a session over one. */
interface Connection {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/** @param most Infinity behind a proxy, because all connections have its address */
export function createConnectionLimit(most: number) {
  const open = new Map<string, number>();
  return (connection: Connection, address = ''): void => {
    const network = addressPrefix(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      connection.destroy();
      return;
    }
    open.set(network, count);
    connection.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  };
}
