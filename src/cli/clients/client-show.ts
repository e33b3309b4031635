/** `client show`: how a client is used, and what its deletion would delete. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { describeClient } from '../../operations/admin/administer-clients.ts';
import { withStore } from '../local-store.ts';
import { count, print, withJson } from '../output.ts';

export function showCommand(): CommandUnknownOpts {
  return withJson(new Command('show'))
    .argument('<id>', 'client id')
    .description('show a client: its addresses, when secrets and keys end, how it is used')
    .action(async (id, options) => {
      const client = await withStore((store) => describeClient(store, id));
      print(options, client, describe);
    });
}

type Shown = Awaited<ReturnType<typeof describeClient>>;

function describe(client: Shown): string {
  const { secret, keys, usage } = client;
  const ends = (end: Date | null | undefined) => (end ? `ends ${end.toISOString()}` : 'in force');
  return [
    `Client "${client.id}" (${client.name}), templates of ${client.storage}.${client.partition}`,
    `  redirect URIs  ${client.redirectUris.join(' ') || 'none'}`,
    `  after logout   ${client.postLogoutRedirectUris.join(' ') || 'none'}`,
    `  origins        ${client.allowedOrigins.join(' ') || 'none'}`,
    `  signs with     ${client.publicKeys.length === 0 ? 'no key of its own' : count(client.publicKeys.length, 'public key')}`,
    `  secret         of ${secret.created.toISOString()}`,
    ...(secret.olderEnds ? [`  older secret   ${ends(secret.olderEnds)}`] : []),
    ...keys.map((key) => `  key            ${key.keyId}, ${ends(key.ends)}`),
    `  usage          ${describeUsage(usage)}`,
    `  ${takenAlong(client.belongings)}`,
  ].join('\n');
}

function describeUsage({ calls, days, errors, lastUsed, otherSide }: Shown['usage']): string {
  if (lastUsed === null) return 'never used';
  const turned = `, ${otherSide} turned to the other side than asked (see mirroredCaptures)`;
  return (
    `${count(calls, 'call')} in ${count(days, 'day')}, ${errors} failed` +
    `${otherSide > 0 ? turned : ''}, the last ${lastUsed.toISOString()}`
  );
}

/** What a deletion deletes too, in one sentence. */
export const takenAlong = (all: Shown['belongings']): string =>
  `Deleting it also deletes ${count(all.keys, 'key')}, ${count(all.webhooks, 'webhook')}, ` +
  `${count(all.consents, 'consent')} of people and the role of ` +
  `${count(all.administrators, 'administrator')}; ` +
  (all.sharedWith.length > 0
    ? `it leaves ${count(all.templates, 'template')} to ${all.sharedWith.join(', ')}.`
    : `it erases ${count(all.templates, 'template')} only with --erase.`);
