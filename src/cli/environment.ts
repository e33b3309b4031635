/** The configuration of the command line: the service's variables, and those of clients. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Config, ConfigError, parseConfig } from '../config/config.ts';
import { masterKeyFrom } from '../sealing/key-command.ts';

/** Variables of clients, as libraries and guides name them. The service ignores them. */
export const CLI_ENVIRONMENT = {
  PROSOPON_URL: 'address of a running service (--url)',
  PROSOPON_ID: 'client id (--client)',
  PROSOPON_KEY: 'signing key of the client, base64 (--key)',
  PROSOPON_SECRET: 'secret of the client; no command needs it',
} as const;

export const NEEDED_NODE = 'Node.js 24 or newer';
export const isNodeTooOld = (): boolean => Number.parseInt(process.versions.node, 10) < 24;

/** @throws ConfigError naming the unknown variable, or the one with a bad value */
export function readConfig(env: Readonly<NodeJS.ProcessEnv> = process.env): Config {
  if (isNodeTooOld()) throw new ConfigError(`needs ${NEEDED_NODE}, not ${process.version}`);
  const service = Object.entries(env).filter(([name]) => !(name in CLI_ENVIRONMENT));
  const config = parseConfig(Object.fromEntries(service), availableParallelism());
  requireFolder('PROSOPON_MODELS', config.modelsDir);
  if (config.keyCommand === undefined) return config;
  return { ...config, masterKey: masterKeyFrom(config.keyCommand) };
}

/** Audiences for tokens of commands: the first configured, and the address. */
export const audienceAt = ({ audiences }: Config, address: string): string[] => [
  ...new Set([...audiences.slice(0, 1), address]),
];

function requireFolder(name: string, path: string | undefined): void {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ConfigError(`${name}: there is no folder ${path}`);
}
