/** Checks the data of a new client. */
import { NAME } from '../../bcid.ts';
import { MemberRefused } from '../../errors.ts';
import { isPrintableWithin } from '../../text/printable-text.ts';
import { ACCOUNTS_NAME } from '../accounts/user.ts';
import type { NewClient } from './client.ts';
import { checkRedirectUri } from './redirect-uris.ts';
import { SANDBOX_STORAGE } from './sandbox.ts';

const MAX_NAME_CHARACTERS = 256;
const MAX_ADDRESSES = 100;

/** The service's own name as `actor` in the audit trail. Clients appear by id. */
const SERVICE_ACTOR = 'service';

/** @throws MemberRefused */
export function checkNewClient(client: NewClient): void {
  for (const field of ['id', 'storage', 'partition'] as const)
    if (!NAME.test(client[field]))
      throw new MemberRefused(field, 'expected 1 to 64 letters, digits, "_" or "-"');
  for (const field of ['id', 'storage'] as const)
    if (client[field] === ACCOUNTS_NAME)
      throw new MemberRefused(
        field,
        `"${ACCOUNTS_NAME}" belongs to the accounts of people`,
        'reserved',
      );
  if (client.storage.startsWith(SANDBOX_STORAGE) && client.settings?.sandbox !== true)
    throw new MemberRefused('storage', 'belongs to sandbox clients', 'reserved');
  if (client.id === SERVICE_ACTOR)
    throw new MemberRefused(
      'id',
      `"${SERVICE_ACTOR}" is the service itself in the audit trail`,
      'reserved',
    );
  const { name, redirectUris = [], postLogoutRedirectUris = [], allowedOrigins = [] } = client;
  if (name.trim() !== name || !isPrintableWithin(name, MAX_NAME_CHARACTERS))
    throw new MemberRefused(
      'name',
      `expected 1 to ${MAX_NAME_CHARACTERS} printable characters without leading or trailing spaces`,
    );
  const redirects = { redirectUris, postLogoutRedirectUris };
  for (const [field, addresses] of Object.entries({ ...redirects, allowedOrigins }))
    if (addresses.length > MAX_ADDRESSES)
      throw new MemberRefused(field, `expected ${MAX_ADDRESSES} at most`, 'too-many');
  for (const [field, addresses] of Object.entries(redirects))
    for (const [index, uri] of addresses.entries()) checkRedirectUri(uri, `${field}[${index}]`);
  for (const [index, origin] of allowedOrigins.entries())
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || origin.includes('*'))
      throw new MemberRefused(
        `allowedOrigins[${index}]`,
        'expected an origin, https://host[:port], of one site: browsers send no "*"',
      );
}
