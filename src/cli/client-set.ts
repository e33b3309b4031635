/** `client set`: changes settings of a client, each given as name=value. */
import { Command } from 'commander';
import type { SettingChanges } from '../access/client-settings.ts';
import { administerClients } from '../operations/administer-clients.ts';
import { collectSetting, describeSettings, warnOfSettings } from './client-settings.ts';
import { chooseClient, cliActor, withStore } from './local-store.ts';
import { type OutputOptions, print, toJson, withJson } from './output.ts';

export function setCommand(): Command {
  return withJson(new Command('set'))
    .description('change settings of a client; prints all of them')
    .argument('<id>', 'client id')
    .argument(
      '[settings...]',
      'name=value, the value as in JSON; null: the default',
      collectSetting,
      {},
    )
    .addHelpText(
      'after',
      `
${describeSettings()}

Examples:
  prosopon client set shop requireConsent=true auditRetentionDays=365
  prosopon client set shop 'allowedOperations=["enroll","verify"]'
  prosopon client set shop                    only shows them`,
    )
    .action(set);
}

async function set(id: string, given: SettingChanges, options: OutputOptions): Promise<void> {
  const { settings } = await withStore(({ clients, audit }) =>
    Object.keys(given).length === 0
      ? chooseClient(clients, id)
      : administerClients(clients, audit, cliActor()).updateSettings(id, given),
  );
  warnOfSettings(id, settings);
  print(options, { id, settings }, () => `Settings of "${id}": ${toJson(settings)}`);
}
