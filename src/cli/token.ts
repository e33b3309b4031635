/** `token`: a JWT for trying the interface out by hand. */
import { Command, Option } from 'commander';
import { ConfigError } from '../config.ts';
import { parseDuration } from './arguments.ts';
import { makeClientToken } from './client-token.ts';
import { readConfig } from './environment.ts';
import { chooseClient, withStore } from './local-store.ts';
import { type OutputOptions, print, withJson } from './output.ts';

const HOUR = 3600;

interface TokenOptions extends OutputOptions {
  readonly client?: string;
  readonly ttl: number;
}

export function tokenCommand(): Command {
  return withJson(new Command('token'))
    .addOption(new Option('--client <id>', 'client it is for').env('PROSOPON_CLIENT'))
    .option('--ttl <duration>', 'how long it is valid, at most 1h', parseDuration, HOUR)
    .addHelpText(
      'after',
      `
Applications make their own: HS512 (or HS256, HS384) with the client's key, "sub" the client id,
"aud" prosopon, "exp" at most an hour ahead.

Example:
  curl -H "Authorization: Bearer $(prosopon token --client demo)" \\
    http://127.0.0.1:8080/api/face/v1/template/status/1`,
    )
    .action(token);
}

async function token(options: TokenOptions): Promise<void> {
  if (options.ttl < 1 || options.ttl > HOUR) throw new ConfigError('--ttl: at most 1h');
  const audience = readConfig().audiences[0] ?? 'prosopon';
  const { client, key } = await withStore(async ({ clients }) => {
    const chosen = await chooseClient(clients, options.client);
    return { client: chosen, key: (await clients.signingKeys(chosen.id))[0] };
  });
  if (key === undefined)
    throw new ConfigError(`Client "${client.id}" has no valid key: "prosopon client rotate-key"`);
  const made = await makeClientToken({ clientId: client.id, key, audience, seconds: options.ttl });
  print(options, { token: made, expiresInSeconds: options.ttl }, () => made);
}
