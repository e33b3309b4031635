/** What is told of users in a few words. */
import { fill, t } from '../language.ts';
import type { Account } from './answers.ts';

/** The role in words, with the client of an administrator. */
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

/** Buttons of rows look alike; screen readers are told which row they are of. */
export const Of = ({ name }: { readonly name: string }) => (
  <span class="visually-hidden">{name}</span>
);
