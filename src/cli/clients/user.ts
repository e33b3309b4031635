/** `user`: the people who log in by face. */
import {
  Command,
  type CommandUnknownOpts,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import { type Position, ROLES, type Role } from '../../access/accounts/role.ts';
import type { User } from '../../access/accounts/user.ts';
import { InvalidArgument, NotFound } from '../../errors.ts';
import { eraseAccountWithReceipt } from '../../operations/accounts/account-data.ts';
import { administerUsers } from '../../operations/admin/administer-users.ts';
import type { Store } from '../../store.ts';
import { confirm, takesYes } from '../confirm.ts';
import { cliActor, withStore, withStoreForLinks } from '../local-store.ts';
import { print, table, withJson } from '../output.ts';

export function userCommand(): CommandUnknownOpts {
  return new Command('user')
    .addCommand(createCommand())
    .addCommand(linkCommand())
    .addCommand(inviteCommand())
    .addCommand(listCommand())
    .addCommand(roleCommand())
    .addCommand(disableCommand())
    .addCommand(enableCommand())
    .addCommand(deleteCommand());
}

const ofUser = (name: string, description: string) =>
  withJson(new Command(name)).description(description).argument('<name>', 'name of the user');

const administered = (store: Store) => administerUsers(store, cliActor());

function createCommand(): CommandUnknownOpts {
  return withPosition(withJson(new Command('create')))
    .description('create an account; prints a one-time link to enrol its face')
    .argument('<name>', 'name to log in with')
    .option('--email <address>', 'e-mail address, to be confirmed by its owner')
    .option('--admin', 'short for --role owner')
    .option('--invite', 'mail the link to the e-mail address')
    .addHelpText(
      'after',
      `
The link works once and for seven days; anyone who has it can enrol their face for the account.
It leads to PUBLIC_URL.

Examples:
  prosopon user create ada --email ada@example.org
  prosopon user create root --admin
  prosopon user create eve --role administrator --client shop`,
    )
    .action(async (name, options) => {
      const { email, admin = false, invite = false } = options;
      if (admin && options.role !== undefined)
        throw new InvalidArgument('Give either --admin or --role.');
      const position = positionOf(admin ? { ...options, role: 'owner' } : options);
      const created = await withStoreForLinks(
        async (store) => {
          const wanted = { name, position, invite, ...(email !== undefined && { email }) };
          const { user, ...invitation } = await administered(store).create(wanted);
          return { ...shown(user), ...invitation };
        },
        { create: true },
      );
      print(options, created, (made) => describeInvitation(name, made));
    });
}

interface PositionOptions {
  readonly role?: Role | undefined;
  readonly client?: string;
}

const withPosition = <A extends unknown[], O extends OptionValues>(command: Command<A, O>) =>
  command
    .addOption(new Option('--role <role>', 'role in the administration').choices(ROLES))
    .option('--client <id>', 'with --role administrator: the client to administer');

/** @throws InvalidArgument a client without the role administrator, or the reverse */
function positionOf({ role, client }: PositionOptions): Position | undefined {
  if (client !== undefined && role !== 'administrator')
    throw new InvalidArgument('--client goes with --role administrator.');
  if (client === undefined && role === 'administrator')
    throw new InvalidArgument('--role administrator needs --client.');
  return role === undefined ? undefined : { role, client };
}

function roleCommand(): CommandUnknownOpts {
  return withPosition(ofUser('role', 'give a user a role in the administration, or take it away'))
    .option('--none', 'take it away')
    .addHelpText(
      'after',
      `
Examples:
  prosopon user role eve --role auditor
  prosopon user role eve --role administrator --client shop
  prosopon user role eve --none`,
    )
    .action(async (name, options) => {
      const position = positionOf(options);
      if ((position === undefined) !== (options.none === true))
        throw new InvalidArgument('Give either --role or --none.');
      const changed = await changeUser(name, (users, user) => users.give(user, position));
      print(
        options,
        changed,
        () =>
          `${name} ${position === undefined ? 'no longer has a role' : `now has the role ${position.role}`}.`,
      );
    });
}

function disableCommand(): CommandUnknownOpts {
  return ofUser('disable', 'sign a user out everywhere and bar them from signing in').action(
    async (name, options) => {
      const changed = await changeUser(name, (users, user) => users.disable(user));
      print(options, changed, () => `${name} is disabled.`);
    },
  );
}

function enableCommand(): CommandUnknownOpts {
  return ofUser('enable', 'let a user sign in again').action(async (name, options) => {
    const changed = await changeUser(name, (users, user) => users.enable(user));
    print(options, changed, () => `${name} may sign in again.`);
  });
}

/** Changes the user and returns the new state. */
const changeUser = (
  name: string,
  change: (users: ReturnType<typeof administerUsers>, user: User) => Promise<void>,
) =>
  withStore(async (store) => {
    await change(administered(store), await existing(store.accounts, name));
    return shown(await existing(store.accounts, name));
  });

function linkCommand(): CommandUnknownOpts {
  return ofUser('link', 'print a new one-time link, for a user whose face is no longer recognised')
    .option(
      '--reset-second-factor',
      'also remove second factors, recovery codes and known browsers',
    )
    .action(async (name, options) => {
      const made = await withStoreForLinks(async (store) => {
        const user = await existing(store.accounts, name);
        const users = administered(store);
        if (options.resetSecondFactor === true) await users.reset(user);
        return { ...shown(user), ...(await users.link(user)) };
      });
      print(options, made, ({ link, expires }) => describeLink(name, link, expires));
    });
}

function inviteCommand(): CommandUnknownOpts {
  return ofUser('invite', 'mail a new one-time link to a user who has not enrolled yet').action(
    async (name, options) => {
      const invitation = await withStoreForLinks(async (store) => {
        const user = await existing(store.accounts, name);
        return { ...shown(user), ...(await administered(store).invite(user)) };
      });
      print(options, invitation, (made) => describeInvitation(name, made));
    },
  );
}

/** Shows the link if it could not be mailed. */
const describeInvitation = (
  name: string,
  made: object | { readonly link: string; readonly expires: Date },
): string =>
  'link' in made
    ? describeLink(name, made.link, made.expires)
    : `${name} was mailed a link to enrol.`;

const describeLink = (name: string, link: string, expires: Date) =>
  `${name} enrols here, once, until ${expires.toISOString()}:
  ${link}`;

function listCommand(): CommandUnknownOpts {
  return withJson(new Command('list'))
    .description('list the users')
    .action(async (options) => {
      const users = await withStore(({ accounts }) => accounts.users.list());
      print(options, users.map(shown), describeUsers);
    });
}

function describeUsers(users: readonly ReturnType<typeof shown>[]): string {
  if (users.length === 0)
    return 'There is no user yet: create one with "prosopon user create NAME".';
  return table(
    ['NAME', 'E-MAIL', 'ROLE', 'DISABLED', 'CREATED'],
    users.map(({ name, email, role, client, disabled, created }) => [
      name,
      email ?? '',
      [role, client].filter(Boolean).join(' of '),
      disabled ? 'yes' : '',
      created.toISOString(),
    ]),
  );
}

function deleteCommand(): CommandUnknownOpts {
  return takesYes(ofUser('delete', 'erase a user with face, consents and everything else')).action(
    async (name, options) => {
      const { receipt } = await withStore(async (store) => {
        const user = await existing(store.accounts, name);
        await confirm(options, `Erase the user "${name}" for good`);
        return eraseAccountWithReceipt(store, user, cliActor());
      });
      print(
        options,
        { name, deleted: true, receipt },
        () => `${name} is erased. Receipt ("prosopon audit receipt" checks it):\n${receipt}`,
      );
    },
  );
}

/** @throws NotFound */
async function existing({ users }: Store['accounts'], name: string): Promise<User> {
  const user = await users.findByIdentifier(name);
  if (user === undefined)
    throw new NotFound(`There is no user "${name}"; "prosopon user list" shows those there are.`);
  return user;
}

const shown = ({ id, name, email, emailConfirmed, admin, position, ...user }: User) => ({
  id,
  name,
  email,
  emailConfirmed,
  admin,
  role: position?.role,
  client: position?.client,
  disabled: user.disabled,
  created: user.created,
});
