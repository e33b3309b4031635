/** Short descriptions of users. */
import { fill, t } from '../language.ts';
import type { Account } from './answers.ts';

/** Describes the role, with the client of an administrator. */
export function roleText({ role, client }: Pick<Account, 'role' | 'client'>): string {
  const { users } = t.value.admin;
  if (role === null) return '–';
  return client === null ? users.roles[role] : fill(users.administratorOf, { client });
}

export function Email({ user: { email, emailConfirmed } }: { readonly user: Account }) {
  const { users } = t.value.admin;
  if (email === undefined) return <>–</>;
  return (
    <>
      <span class="web-address">{email}</span>{' '}
      {!emailConfirmed && <span class="quiet">({users.unconfirmed})</span>}
    </>
  );
}

/** Row buttons look alike, so screen readers hear the name of the row. */
export const Of = ({ name }: { readonly name: string }) => (
  <span class="visually-hidden">{name}</span>
);
