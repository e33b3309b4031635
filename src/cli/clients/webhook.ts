/** `webhook`: the addresses to which events are delivered. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { administerWebhooks } from '../../operations/admin/administer-webhooks.ts';
import type { Store } from '../../store.ts';
import { EVENT_TYPES } from '../../webhooks/event.ts';
import type { Webhook } from '../../webhooks/registry.ts';
import { collect, parseDuration } from '../arguments.ts';
import { confirm, takesYes } from '../confirm.ts';
import { EXIT } from '../exit-codes.ts';
import { chooseClient, cliActor, warn, withStore } from '../local-store.ts';
import { print, table, withJson } from '../output.ts';

export function webhookCommand(): CommandUnknownOpts {
  return new Command('webhook')
    .addCommand(createCommand())
    .addCommand(
      withJson(new Command('list'))
        .description('list the webhooks and their state')
        .action(async (options) => {
          const webhooks = await withStore((store) => store.webhooks.list());
          print(options, webhooks, describe);
        }),
    )
    .addCommand(setCommand())
    .addCommand(rotateCommand())
    .addCommand(
      ofOne('test', 'send a test message now and report the result').action(async (id, options) => {
        const attempted = await withStore(async (store) => {
          const { createDeliveries } = await import('../../webhooks/deliveries.ts');
          const { createSender } = await import('../../webhooks/send.ts');
          const sender = createSender(store.destinations);
          return createDeliveries({ ...store, sender, warn })
            .test(id)
            .finally(() => sender.close());
        });
        const problem = 'problem' in attempted ? attempted.problem : null;
        const taken = attempted.outcome === 'taken';
        if (!taken) process.exitCode = EXIT.failure;
        print(options, { id, taken, problem }, () =>
          taken ? 'The message was accepted.' : `The message was not accepted: ${problem}.`,
        );
      }),
    )
    .addCommand(
      ofOne('enable', 'enable a disabled webhook again').action(async (id, options) => {
        await withStore((store) => administered(store).enable(id));
        print(options, { id, enabled: true }, () => `Webhook ${id} is enabled.`);
      }),
    )
    .addCommand(
      ofOne('disable', 'disable a webhook; events that wait for it are lost').action(
        async (id, options) => {
          await withStore((store) => administered(store).disable(id, 'by an administrator'));
          print(options, { id, enabled: false }, () => `Webhook ${id} is disabled.`);
        },
      ),
    )
    .addCommand(
      takesYes(ofOne('delete', 'delete a webhook')).action(async (id, options) => {
        await confirm(options, `Delete the webhook ${id}`);
        await withStore((store) => administered(store).delete(id));
        print(options, { id, deleted: true }, () => `Webhook ${id} is deleted.`);
      }),
    );
}

const ofOne = (name: string, description: string) =>
  withJson(new Command(name)).description(description).argument('<id>', 'id of the webhook');

const administered = ({ webhooks, audit }: Store) =>
  administerWebhooks(webhooks, audit, cliActor());

const EVENTS = `Events:\n${Object.entries(EVENT_TYPES)
  .map(([type, about]) => `  ${type.padEnd(21)}${about}`)
  .join('\n')}`;

function createCommand(): CommandUnknownOpts {
  return withJson(new Command('create'))
    .description('send events of a client to an address; prints the secret, once')
    .requiredOption('--url <url>', 'address that receives the messages, https://…')
    .option('--client <id>', 'client whose events to send')
    .option(
      '--event <type>',
      'event to send; may be repeated (default: all but job.ended)',
      collect,
    )
    .addHelpText(
      'after',
      `
${EVENTS}

Example:
  prosopon webhook create --client shop --url https://shop.example/hooks --event face.deleted`,
    )
    .action(async ({ url, event: events, ...options }) => {
      const created = await withStore(async (store) => {
        const { id: clientId } = await chooseClient(store.clients, options.client);
        return administered(store).create({ clientId, url, events: events ?? STANDARD_EVENTS });
      });
      print(
        options,
        created,
        ({
          id,
          clientId,
          secret,
          events,
        }) => `Webhook ${id} of "${clientId}" is told ${events.join(', ')}.
  secret  ${secret}
The secret proves that messages come from here: it is shown only now.`,
      );
    });
}

/** All but the frequent events, which have to be named. */
const STANDARD_EVENTS = Object.keys(EVENT_TYPES).filter((type) => type !== 'job.ended');

function describe(webhooks: readonly Webhook[]): string {
  if (webhooks.length === 0)
    return 'There is no webhook: create one with "prosopon webhook create --client ID --url URL".';
  return table(
    ['ID', 'CLIENT', 'URL', 'STATE', 'LOST', 'EVENTS'],
    webhooks.map(({ id, clientId, url, events, health }) => [
      id,
      clientId,
      url,
      stateOf(health),
      String(health.lost),
      events.join(','),
    ]),
  );
}

function stateOf({ disabled, failingSince, delivered, problem }: Webhook['health']): string {
  if (disabled !== null) return `disabled ${disabled.toISOString()}: ${problem}`;
  if (failingSince !== null) return `failing since ${failingSince.toISOString()}: ${problem}`;
  return delivered === null ? 'nothing delivered yet' : `delivered ${delivered.toISOString()}`;
}

function setCommand(): CommandUnknownOpts {
  return ofOne('set', 'change the address or the events of a webhook')
    .option('--url <url>', 'address that receives the messages')
    .option('--event <type>', 'event to send, replacing the earlier ones; may be repeated', collect)
    .addHelpText('after', `\n${EVENTS}`)
    .action(async (id, { url, event: events, ...options }) => {
      const changes = {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events }),
      };
      const webhook = await withStore(async (store) => {
        if (Object.keys(changes).length > 0) await administered(store).update(id, changes);
        return store.webhooks.find(id);
      });
      print(options, webhook, (one) => describe([one]));
    });
}

function rotateCommand(): CommandUnknownOpts {
  return ofOne('rotate-secret', 'give a webhook a new secret; the old one also signs for a day')
    .option(
      '--overlap <duration>',
      'how long the old one also signs, such as 0s or 7d',
      parseDuration,
    )
    .action(async (id, options) => {
      const { secret } = await withStore((store) =>
        administered(store).rotateSecret(id, options.overlap),
      );
      print(
        options,
        { id, secret },
        () => `Webhook ${id} has a new secret, shown only now.\n  secret  ${secret}`,
      );
    });
}
