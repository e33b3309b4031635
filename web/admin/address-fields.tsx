/** Fields for the addresses of a client. Each takes several. */
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';
import type { MemberProblems } from './member-problems.ts';

/** Addresses as typed. */
export interface TypedAddresses {
  readonly redirectUris: string;
  readonly postLogoutRedirectUris: string;
  readonly allowedOrigins: string;
}

interface AddressFieldsProps {
  readonly typed: TypedAddresses;
  readonly onTyped: (typed: TypedAddresses) => void;
  readonly problems: MemberProblems | undefined;
}

export function AddressFields({ typed, onTyped, problems }: AddressFieldsProps) {
  const { clients } = t.value.admin;
  return (
    <>
      {(['redirectUris', 'postLogoutRedirectUris', 'allowedOrigins'] as const).map((name) => (
        <Field
          key={name}
          label={clients[name]}
          hint={clients.listHint}
          error={problems?.[name]}
          value={typed[name]}
          onValue={(value) => onTyped({ ...typed, [name]: value })}
        />
      ))}
    </>
  );
}

/** Blanks or commas separate entries. */
const listOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

/** Addresses in the format of the service. */
export const addressesOf = (typed: TypedAddresses) => ({
  redirectUris: listOf(typed.redirectUris),
  postLogoutRedirectUris: listOf(typed.postLogoutRedirectUris),
  allowedOrigins: listOf(typed.allowedOrigins),
});
