/** `client set`: changes settings of a client, each given as name=value. */
import { Command, InvalidArgumentError } from 'commander';
import { type ClientSettings, DEFAULT_CLIENT_SETTINGS } from '../access/client.ts';
import { administerClients } from '../operations/administer-clients.ts';
import { chooseClient, cliActor, withStore } from './local-store.ts';
import { type OutputOptions, print, toJson, withJson } from './output.ts';

/** Those that have no default. */
const OTHERS: readonly (keyof ClientSettings)[] = ['allowedOperations', 'auditRetentionDays'];
const NAMES = [...Object.keys(DEFAULT_CLIENT_SETTINGS), ...OTHERS].sort();

export function setCommand(): Command {
  return withJson(new Command('set'))
    .description('change settings of a client; prints all of them')
    .argument('<id>', 'client id')
    .argument('[settings...]', 'name=value, the value as in JSON', collectSetting, {})
    .addHelpText(
      'after',
      `
Settings: ${NAMES.join(', ')}

Examples:
  prosopon client set shop requireConsent=true auditRetentionDays=365
  prosopon client set shop 'allowedOperations=["enroll","verify"]'
  prosopon client set shop                    only shows them`,
    )
    .action(set);
}

type Given = Readonly<Record<string, unknown>>;

function collectSetting(text: string, previous: Given): Given {
  const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? [];
  if (!NAMES.includes(name))
    throw new InvalidArgumentError(`Expected name=value with one of ${NAMES.join(', ')}.`);
  try {
    return { ...previous, [name]: JSON.parse(value) };
  } catch {
    throw new InvalidArgumentError(`${name}: expected a value as in JSON, not ${value}.`);
  }
}

async function set(id: string, given: Given, options: OutputOptions): Promise<void> {
  const { settings } = await withStore(({ clients, audit }) =>
    Object.keys(given).length === 0
      ? chooseClient(clients, id)
      : administerClients(clients, audit, cliActor()).updateSettings(id, given),
  );
  print(options, { id, settings }, () => `Settings of "${id}": ${toJson(settings)}`);
}
