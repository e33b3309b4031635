/** `user`: the people who log in by face. */
import { Command } from 'commander';
import type { User } from '../access/accounts/user.ts';
import { NotFound } from '../errors.ts';
import { eraseAccount } from '../operations/account-data.ts';
import { enrolmentLink } from '../operations/account-mail.ts';
import { resetSecondFactor } from '../operations/second-factor.ts';
import type { Store } from '../store.ts';
import { type ConfirmOptions, confirm, takesYes } from './confirm.ts';
import { cliActor, withStore } from './local-store.ts';
import { type OutputOptions, print, table, withJson } from './output.ts';

export function userCommand(): Command {
  return new Command('user')
    .addCommand(createCommand())
    .addCommand(linkCommand())
    .addCommand(listCommand())
    .addCommand(deleteCommand());
}

interface CreateOptions extends OutputOptions {
  readonly email?: string;
  readonly admin?: boolean;
}

function createCommand(): Command {
  return withJson(new Command('create'))
    .description('create an account; prints a one-time link to enrol its face')
    .argument('<name>', 'name to log in with')
    .option('--email <address>', 'e-mail address, to be confirmed by its owner')
    .option('--admin', 'may administer the service')
    .addHelpText(
      'after',
      `
The link works once and for seven days; whoever has it enrols their face for the account.
PUBLIC_URL is where it leads to.

Examples:
  prosopon user create ada --email ada@example.org
  prosopon user create root --admin`,
    )
    .action(create);
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const { email, admin = false } = options;
  const created = await withStore(
    async ({ accounts }) => {
      const user = await accounts.users.create({ name, admin, ...(email && { email }) });
      return { ...shown(user), ...(await enrolmentLink(accounts, user)) };
    },
    { create: true },
  );
  print(options, created, ({ link, expires }) => describeLink(name, link, expires));
}

interface LinkOptions extends OutputOptions {
  readonly resetSecondFactor?: boolean;
}

function linkCommand(): Command {
  return withJson(new Command('link'))
    .description('print a new one-time link, for somebody whose face is not recognised any more')
    .argument('<name>', 'name of the user')
    .option('--reset-second-factor', 'take the second factor off, for somebody who lost it')
    .action(async (name: string, options: LinkOptions) => {
      const made = await withStore(async ({ accounts, audit }) => {
        const user = await existing(accounts, name);
        if (options.resetSecondFactor === true)
          await resetSecondFactor(accounts, audit, user, cliActor());
        return { ...shown(user), ...(await enrolmentLink(accounts, user)) };
      });
      print(options, made, ({ link, expires }) => describeLink(name, link, expires));
    });
}

const describeLink = (name: string, link: string, expires: Date) =>
  `${name} enrols here, once, until ${expires.toISOString()}:
  ${link}`;

function listCommand(): Command {
  return withJson(new Command('list'))
    .description('list the users')
    .action(async (options: OutputOptions) => {
      const users = await withStore(({ accounts }) => accounts.users.list());
      print(options, users.map(shown), describeUsers);
    });
}

function describeUsers(users: readonly ReturnType<typeof shown>[]): string {
  if (users.length === 0)
    return 'There is no user yet: create one with "prosopon user create NAME".';
  return table(
    ['NAME', 'E-MAIL', 'ADMIN', 'CREATED'],
    users.map(({ name, email, admin, created }) => [
      name,
      email ?? '',
      admin ? 'yes' : '',
      created.toISOString(),
    ]),
  );
}

function deleteCommand(): Command {
  return takesYes(withJson(new Command('delete')))
    .description('erase a user with face, consents and everything else')
    .argument('<name>', 'name of the user')
    .action(async (name: string, options: OutputOptions & ConfirmOptions) => {
      await withStore(async (store) => {
        const user = await existing(store.accounts, name);
        await confirm(options, `Erase the user "${name}" for good`);
        await eraseAccount(store, user, cliActor());
      });
      print(options, { name, deleted: true }, () => `${name} is erased.`);
    });
}

/** @throws NotFound */
async function existing({ users }: Store['accounts'], name: string): Promise<User> {
  const user = await users.findByIdentifier(name);
  if (user === undefined)
    throw new NotFound(`There is no user "${name}"; "prosopon user list" shows those there are.`);
  return user;
}

const shown = ({ id, name, email, emailConfirmed, admin, created }: User) => ({
  id,
  name,
  email,
  emailConfirmed,
  admin,
  created,
});
