/** `token`: a JWT of a client, for trying out the interface by hand. */
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { makeClientToken } from '../../access/clients/client-token.ts';
import { ConfigError } from '../../config/config.ts';
import { MINUTE_SECONDS } from '../../durations.ts';
import { InvalidArgument } from '../../errors.ts';
import { parseDuration } from '../arguments.ts';
import { audienceAt } from '../environment.ts';
import { chooseClient, withStore } from '../local-store.ts';
import { print, withJson } from '../output.ts';
import { readConfigBesideService } from '../service-address.ts';

export function tokenCommand(): CommandUnknownOpts {
  return withJson(new Command('token'))
    .addOption(new Option('--client <id>', 'client it is for').env('PROSOPON_ID'))
    .option(
      '--ttl <duration>',
      'how long it is valid (as long as the setting jwtLifetimeMinutes of the client allows)',
      parseDuration,
    )
    .addHelpText(
      'after',
      `
Applications make their own: HS512 (or HS256, HS384) with the client's key, "sub" the client id,
"aud" prosopon (PROSOPON_AUDIENCE), "exp" at most 60 minutes ahead, unless the client's setting
jwtLifetimeMinutes says otherwise. Task tokens, for browsers and phones, are issued by /token.

Example:
  curl -H "Authorization: Bearer $(prosopon token --client demo)" \\
    http://127.0.0.1:8080/api/face/v1/template/status/1`,
    )
    .action(async (options) => {
      const { token, expiresInSeconds } = await clientToken(options);
      print(options, { token, expiresInSeconds }, () => token);
    });
}

async function clientToken(options: { readonly client?: string; readonly ttl?: number }) {
  const { id, settings, key } = await withStore(async ({ clients }) => {
    const client = await chooseClient(clients, options.client);
    return { ...client, key: (await clients.signingKeys(client.id))[0] };
  });
  const { jwtLifetimeMinutes } = settings;
  const most = jwtLifetimeMinutes * MINUTE_SECONDS;
  const seconds = options.ttl ?? most;
  if (seconds < 1 || seconds > most)
    throw new InvalidArgument(
      `--ttl: expected 1s to ${jwtLifetimeMinutes}m, the setting jwtLifetimeMinutes of "${id}".`,
    );
  if (key === undefined)
    throw new ConfigError(
      `Client "${id}" has no valid key: make one with "prosopon client rotate-key ${id}"`,
    );
  const config = readConfigBesideService();
  const audience = audienceAt(config, config.publicUrl);
  return { token: await makeClientToken(id, key, audience, seconds), expiresInSeconds: seconds };
}
