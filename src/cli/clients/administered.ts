/** Client administration in the name of the system user. */
import { administerClients } from '../../operations/admin/administer-clients.ts';
import type { Store } from '../../store.ts';
import { cliActor } from '../local-store.ts';

export const administered = ({ clients, audit }: Store) =>
  administerClients(clients, audit, cliActor());
