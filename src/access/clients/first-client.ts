/** The demo client of the first start. */
import { InvalidArgument } from '../../errors.ts';
import type { CreatedClient } from './client.ts';
import type { ClientRegistry } from './clients.ts';

/** A client to try the service with; only where there is none at all. */
export async function createFirstClient(
  clients: ClientRegistry,
): Promise<CreatedClient | undefined> {
  if ((await clients.list()).length > 0) return undefined;
  const demo = { id: 'demo', name: 'Demo', storage: 'demo', partition: '1' };
  return clients.create(demo).catch((error: unknown) => {
    // Another process that starts now was faster.
    if (error instanceof InvalidArgument) return undefined;
    throw error;
  });
}
