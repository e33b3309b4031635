/** Users for administration: every change is written to the audit trail. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { Position } from '../../access/accounts/role.ts';
import { ACCOUNTS, type NewUser, type User } from '../../access/accounts/user.ts';
import { Aborted, InvalidArgument, NotFound } from '../../errors.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import type { TemplateStore } from '../../templates/store.ts';
import { enrolmentLink, mailInvitation } from '../accounts/account-mail.ts';
import { resetSecondFactor } from '../accounts/second-factors.ts';
import { bcidOf } from '../context.ts';
import { lastOwner } from '../rights.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly audit: Pick<AuditTrail, 'append'>;
  readonly templates: Pick<TemplateStore, 'exists'>;
}

/** What an owner or a command requests. The caller has checked the permission. */
export interface WantedUser extends NewUser {
  /** Mails the link to the address instead of returning it. */
  readonly invite?: boolean;
}

/** Present if the link was not mailed. */
interface Invitation {
  readonly mailed: boolean;
  readonly link?: string;
  readonly expires?: Date;
}

/** @param actor name in the audit trail */
export function administerUsers({ accounts, audit, templates }: Parts, actor: string) {
  const changed = (user: Pick<User, 'id'>, change: string, more: object = {}) =>
    audit.append({
      event: 'account-change',
      actor,
      clientId: ACCOUNTS.id,
      details: { change, user: user.id, ...more },
    });
  /** @throws Aborted meanwhile the user got a role beyond what `actor` may help with */
  const linkFor = async (user: User) => {
    const made = await enrolmentLink(accounts, user);
    const now = await accounts.users.find(user.id);
    if (user.position === undefined && now?.position !== undefined)
      throw new Aborted(`${user.name} was given a role meanwhile.`);
    await changed(user, 'link made');
    return made;
  };
  const mailed = (user: User, email: string, link: string) =>
    mailInvitation(accounts, user, email, link).then(
      () => true,
      (error: unknown) => {
        accounts.warn(`an invitation could not be mailed: ${String(error)}`);
        return false;
      },
    );
  const invited = async (user: User, email: string): Promise<Invitation> => {
    const made = await linkFor(user);
    if (!(await mailed(user, email, made.link))) return { mailed: false, ...made };
    await changed(user, 'invited');
    return { mailed: true };
  };
  return {
    /** Makes a one-time link; anyone with it can enrol as the user. */
    link: linkFor,

    /** Makes an account. Its link is mailed, or else returned. @throws InvalidArgument; NotFound */
    async create({ invite = false, ...wanted }: WantedUser) {
      if (invite && wanted.email === undefined)
        throw new InvalidArgument('email: missing; the invitation needs an address');
      const user = await accounts.users.create(wanted);
      await changed(user, 'created', { position: user.position });
      const invitation: Invitation = invite
        ? await invited(user, user.email!)
        : { mailed: false, ...(await linkFor(user)) };
      return { user, ...invitation };
    },

    /**
     * Replaces and mails the link of a user who has not enrolled yet; returns it if it cannot be
     * mailed. Users with a face get none, because a stranger may have entered the address.
     * @throws InvalidArgument there is no address, or a face
     */
    async invite(user: User) {
      if (user.email === undefined)
        throw new InvalidArgument('email: this user has none to send the invitation to');
      if (await templates.exists(bcidOf(ACCOUNTS, user.classId)))
        throw new InvalidArgument('This user already has a face: make a link.');
      return invited(user, user.email);
    },

    /** @throws PermissionDenied the last owner; NotFound; InvalidArgument */
    async give(user: User, position: Position | undefined) {
      if (!(await accounts.positions.give(user.id, position))) throw lastOwner(user);
      await changed(user, 'role', { before: user.position ?? null, position: position ?? null });
    },

    /** @throws PermissionDenied the last owner; NotFound */
    async disable(user: User) {
      if (!(await accounts.positions.disable(user.id))) throw lastOwner(user);
      await changed(user, 'disabled');
    },

    async enable(user: User) {
      await accounts.positions.enable(user.id);
      await changed(user, 'enabled');
    },

    /** Ends a known browser, and its sessions. @throws NotFound */
    async forgetBrowser(user: User, name: string) {
      const browser = await accounts.browsers.forget(user.id, name);
      if (browser === undefined) throw new NotFound('There is no such browser.');
      await changed(user, 'browser forgotten', { browser });
    },

    /** For a user who lost phone or account: ends sessions, grants, known browsers and factors. */
    reset: (user: User) => resetSecondFactor(accounts, audit, user, actor),
  };
}
