/** The configuration: a typed record, parsed once from a table of environment variables. */

import { join, resolve } from 'node:path';
import { OWN_ADDRESSES, pathOf } from './below-path.ts';
import { hostAndPort, isLoopback, reachableHost } from './host.ts';
import { mistyped } from './nearest.ts';
import { ConfigError, extensionPrefix, list, oneOf } from './values.ts';
import { ENVIRONMENT } from './variables.ts';

export { ConfigError } from './values.ts';
export { ENVIRONMENT, MOST_WORKERS } from './variables.ts';

/** `ENVIRONMENT` explains each variable. */
export type Config = ReturnType<typeof parseConfig>;

/** Parses and validates the environment. @throws ConfigError naming the variable */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, cores = 1) {
  const read = <N extends keyof typeof ENVIRONMENT>(name: N) =>
    ENVIRONMENT[name].parse(env[name], name) as ReturnType<(typeof ENVIRONMENT)[N]['parse']>;

  const added = extensionsOf(read('PROSOPON_EXTENSIONS'), env);
  const unknown = unknownVariables(env, added.extensionVariables);
  refuseMistyped(unknown);
  const dataDir = resolve(read('PROSOPON_DATA'));
  const host = read('HOST');
  const port = read('PORT');
  /** Undefined: without TLS. */
  const tls = together('PROSOPON_TLS_CERT and PROSOPON_TLS_KEY', {
    certFile: resolved(read('PROSOPON_TLS_CERT')),
    keyFile: resolved(read('PROSOPON_TLS_KEY')),
  });
  const adminLogin = together('PROSOPON_ADMIN_ISSUER, …_CLIENT_ID, …_CLIENT_SECRET and …_ROLES', {
    issuer: read('PROSOPON_ADMIN_ISSUER'),
    clientId: read('PROSOPON_ADMIN_CLIENT_ID'),
    clientSecret: read('PROSOPON_ADMIN_CLIENT_SECRET'),
    roles: read('PROSOPON_ADMIN_ROLES'),
  });
  const scheme = tls === undefined ? 'http' : 'https';
  const publicUrl =
    read('PUBLIC_URL') ?? `${scheme}://${hostAndPort(reachableHost(host, 'localhost'), port)}`;
  refuseOwnPath(publicUrl);
  const audiences = list(read('PROSOPON_AUDIENCE').toLowerCase());
  const trustedProxies = read('PROSOPON_TRUSTED_PROXIES');
  const exposed =
    trustedProxies.length > 0 || !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname);
  /** 0 or 1; the default is 1 if only this machine can reach the service. */
  const flagHere = (name: 'PROSOPON_MAIL_TO_LOG' | 'PROSOPON_PLAYGROUND') =>
    oneOf(exposed ? '0' : '1', '0', '1')(read(name), name) === '1';
  const keyFile = read('PROSOPON_KEY_FILE');

  return Object.freeze({
    dataDir,
    host,
    port,
    grpcPort: read('GRPC_PORT'),
    grpcAliases: read('PROSOPON_GRPC_ALIASES'),
    tls,
    /** No trailing slash. */
    publicUrl,
    /** Other machines can reach it, directly or through a proxy. */
    exposed,
    /** Lower case. */
    audiences: [...new Set([...audiences, publicUrl.toLowerCase()])],
    databaseUrl: read('DATABASE_URL'),
    masterKey: read('PROSOPON_MASTER_KEY'),
    keyCommand: keyCommandOf(read('PROSOPON_KEY_COMMAND'), env),
    keyFile: keyFile === undefined ? join(dataDir, 'master.key') : resolve(keyFile),
    /** The default file is created if absent. */
    keyFileIsDefault: keyFile === undefined,
    workers: read('PROSOPON_WORKERS') || cores,
    gallery: galleryLocation(read('PROSOPON_GALLERY'), read('DATABASE_URL')),
    galleryIndex: read('PROSOPON_GALLERY_INDEX'),
    galleryPartition: read('PROSOPON_GALLERY_PARTITION'),
    /** Bytes; undefined: most of what is free. */
    galleryMemory: read('PROSOPON_GALLERY_MEMORY') * 1e6 || undefined,
    search: read('PROSOPON_SEARCH'),
    modelsDir: resolved(read('PROSOPON_MODELS')),
    offline: read('PROSOPON_OFFLINE'),
    maxPixels: read('PROSOPON_MAX_PIXELS'),
    /** Undefined: the operator has not named itself. */
    operatorFile: resolved(read('PROSOPON_OPERATOR')),
    ...added,
    smtpUrl: read('PROSOPON_SMTP_URL'),
    mailToLog: flagHere('PROSOPON_MAIL_TO_LOG'),
    playground: flagHere('PROSOPON_PLAYGROUND'),
    mailFrom: read('PROSOPON_MAIL_FROM'),
    /** Undefined: all administrators have accounts here. */
    adminLogin: adminLogin && { ...adminLogin, claim: read('PROSOPON_ADMIN_CLAIM') },
    metricsAddress: read('PROSOPON_METRICS_ADDRESS'),
    metricsToken: read('PROSOPON_METRICS_TOKEN'),
    /** In CIDR notation. */
    trustedProxies,
    /** Private networks, in CIDR notation, that webhooks may reach, even without TLS. */
    webhookNetworks: read('PROSOPON_WEBHOOK_NETWORKS'),
    /** OpenTelemetry collector for traces, without `/v1/traces`; undefined: none. */
    tracesEndpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT'),
    logLevel: read('LOG_LEVEL'),
    unknownVariables: unknown,
  });
}

/** @throws ConfigError the key has another source, too */
function keyCommandOf(command: string | undefined, env: Environment): string | undefined {
  const other = (['PROSOPON_MASTER_KEY', 'PROSOPON_KEY_FILE'] as const).find((name) => env[name]);
  if (command !== undefined && other !== undefined)
    throw new ConfigError(`PROSOPON_KEY_COMMAND and ${other}: set one of them`);
  return command;
}

function refuseOwnPath(publicUrl: string): void {
  const [, first = ''] = pathOf(publicUrl).split('/');
  if (OWN_ADDRESSES.includes(first))
    throw new ConfigError(`PUBLIC_URL=${publicUrl}: /${first} is an address of the service itself`);
}

const resolved = (path: string | undefined) => (path === undefined ? undefined : resolve(path));

type Environment = Readonly<Record<string, string | undefined>>;

function extensionsOf(extensions: readonly string[], env: Environment) {
  const prefixes = extensions.map(extensionPrefix);
  const found = Object.entries(env).filter(
    ([name]) => !(name in ENVIRONMENT) && prefixes.some((prefix) => name.startsWith(prefix)),
  );
  return {
    /** By name or path. */
    extensions,
    /** Variables that begin as those of an extension. It validates them. */
    extensionVariables: Object.fromEntries(found) as Readonly<Record<string, string>>,
  };
}

const PREFIX = 'PROSOPON_';

/** `PROSOPON_…` that nobody reads. */
const unknownVariables = (env: Environment, known: object): readonly string[] =>
  Object.keys(env).filter(
    (name) =>
      name.startsWith(PREFIX) &&
      !name.startsWith(`${PREFIX}TEST_`) &&
      !(name in ENVIRONMENT) &&
      !(name in known),
  );

/** Kubernetes describes a service called prosopon or prosopon-… to the programs beside it. */
const OF_KUBERNETES = /_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

/** Other names may be of other programs. */
function refuseMistyped(unknown: readonly string[]): void {
  const own = Object.keys(ENVIRONMENT).filter((name) => name.startsWith(PREFIX));
  const rest = (name: string) => name.slice(PREFIX.length);
  for (const name of unknown) {
    const meant = mistyped(rest(name), own.map(rest));
    if (meant !== undefined && !OF_KUBERNETES.test(name))
      throw new ConfigError(
        `${name}: unknown variable; nearest is ${PREFIX}${meant} ` +
          '("prosopon serve --help" lists all; those of extensions need PROSOPON_EXTENSIONS)',
      );
  }
}

function galleryLocation(place: 'memory' | 'database', databaseUrl: string | undefined) {
  if (place === 'database' && databaseUrl === undefined)
    throw new ConfigError(
      'PROSOPON_GALLERY=database needs PostgreSQL with the extension pgvector: set DATABASE_URL',
    );
  return place;
}

/** Variables that need each other. Undefined: none is set. @throws ConfigError only some are */
function together<Values extends Readonly<Record<string, { readonly length: number } | undefined>>>(
  names: string,
  values: Values,
) {
  const set = Object.values(values).filter((value) => value?.length);
  if (set.length === 0) return undefined;
  if (set.length < Object.keys(values).length)
    throw new ConfigError(`${names}: set all of them, or none`);
  return values as { readonly [Name in keyof Values]: NonNullable<Values[Name]> };
}
