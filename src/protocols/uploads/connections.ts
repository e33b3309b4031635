/** Bounds the connections of one network, so that nobody takes the sockets of all others. */
import { networkOf } from '../../access/network.ts';

/** A service of many processes behind one address has fewer. */
export const CONNECTIONS_PER_NETWORK = 1000;

/** What a connection is to this: a socket, or a session over one. */
interface Connection {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/** @param most Infinity where a proxy is in front, whose address all of them have */
export function createConnectionLimit(most: number) {
  const open = new Map<string, number>();
  return (connection: Connection, address = ''): void => {
    const network = networkOf(address);
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
