/** Administrators whom the OpenID provider of the organisation vouches for. They have no account. */
import type { Position } from '../accounts/role.ts';
import type { User } from '../accounts/user.ts';

export interface ProvidedAdministrator {
  readonly issuer: string;
  /** Identifies the person at that issuer for good. */
  readonly subject: string;
  /** For people: it may change, and others may have it. */
  readonly name: string;
  readonly position: Position;
}

type Identity = Pick<ProvidedAdministrator, 'issuer' | 'subject'>;

/** The name in the audit trail. No issuer has a fragment, so it names one person. */
export const providedActor = ({ issuer, subject }: Identity): string => `oidc:${issuer}#${subject}`;

/** The administrator as a user without stored data: no face, no address, no second factor. */
export const providedUser = (administrator: ProvidedAdministrator, created: Date): User => ({
  id: providedActor(administrator),
  actor: providedActor(administrator),
  name: administrator.name,
  email: undefined,
  emailConfirmed: false,
  admin: true,
  position: administrator.position,
  disabled: false,
  classId: 0n,
  created,
});
