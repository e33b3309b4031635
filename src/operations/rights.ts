/** What a position in the administration lets its holder do. */
import type { Role } from '../access/accounts/role.ts';
import type { User } from '../access/accounts/user.ts';
import { PermissionDenied } from '../errors.ts';

/** What a call of the administration takes. */
export type Right =
  /** What tells nothing about any person. */
  | 'enter'
  /** What the service does as a whole. */
  | 'see-service'
  | 'change-service'
  /** What belongs to a client, and the people enrolled by it; administrators: of theirs only. */
  | 'see-client'
  | 'change-client'
  | 'see-pictures'
  /** The people who log in. */
  | 'see-users'
  /** Links and second factors of people without a position. */
  | 'reset-users'
  | 'change-users';

const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: [
    ...(['enter', 'see-service', 'change-service', 'see-client', 'change-client'] as const),
    ...(['see-pictures', 'see-users', 'reset-users', 'change-users'] as const),
  ],
  administrator: ['enter', 'see-client', 'change-client', 'see-pictures'],
  auditor: ['enter', 'see-service', 'see-client', 'see-users'],
  support: ['enter', 'see-users', 'reset-users'],
};

/** All that the position of the user allows. */
export const rightsOf = ({ position }: Pick<User, 'position'>): readonly Right[] =>
  position === undefined ? [] : RIGHTS[position.role];

/** @throws PermissionDenied */
export function requireRight(user: Pick<User, 'position'>, right: Right): void {
  if (!rightsOf(user).includes(right))
    throw new PermissionDenied('Your role in the administration does not allow this.');
}

/** The only client that the user may see anything of; undefined: any. */
export const onlyClientOf = ({ position }: Pick<User, 'position'>): string | undefined =>
  position?.role === 'administrator' ? position.client : undefined;

/** Only owners act on users with a position: links carry its rights. @throws PermissionDenied */
export function requireMayActOn(actor: Pick<User, 'position'>, user: Pick<User, 'position'>): void {
  if (user.position !== undefined && actor.position?.role !== 'owner')
    throw new PermissionDenied('Only owners may do this to a user who has a role.');
}

/** Without one nobody could give a role any more. */
export const lastOwner = ({ name }: Pick<User, 'name'>) =>
  new PermissionDenied(
    `${name} is the last owner who can sign in: create another owner and have them enrol a face first ("prosopon user create NAME --admin").`,
  );

/** Settings that keep evidence, or protect people against the client itself. */
const OF_SERVICE = [
  'auditRetentionDays',
  'retentionDays',
  'failedVerifications',
  'faceAlone',
  'leastLiveness',
] as const;

/** Administrators of a single client leave its evidence as it is. @throws PermissionDenied */
export function requireSettingRight(
  user: Pick<User, 'position'>,
  changes: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): void {
  if (onlyClientOf(user) === undefined) return;
  const name = OF_SERVICE.find((one) => one in changes && changes[one] !== current[one]);
  if (name !== undefined)
    throw new PermissionDenied(`${name}: only an owner of the service may change this.`);
}
