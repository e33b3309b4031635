/** The demo client, made at the first start. */
import { InvalidArgument, noneIf } from '../../errors.ts';
import type { CreatedClient } from './client.ts';
import type { ClientRegistry } from './clients.ts';

/** Id of the demo client. */
export const DEMO = 'demo';

/** Creates a client to try the service with, unless any client exists. */
export async function createFirstClient(
  clients: ClientRegistry,
): Promise<CreatedClient | undefined> {
  if ((await clients.list()).length > 0) return undefined;
  const settings = { livenessSessions: true };
  const demo = { id: DEMO, name: 'Demo', storage: DEMO, partition: '1', settings };
  // Another process that starts now may be faster.
  return clients.create(demo).catch(noneIf(InvalidArgument));
}
