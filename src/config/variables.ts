/** Every environment variable of the service: its meaning and its parser. */
import { NAME } from '../bcid.ts';
import { isLoopback } from './host.ts';
import {
  ConfigError,
  flag,
  integer,
  key,
  list,
  listener,
  networks,
  oneOf,
  optional,
  type Parse,
  socket,
  text,
  token,
  urlWithPassword,
  webAddress,
} from './values.ts';

/** Most worker processes of a machine. */
export const MOST_WORKERS = 256;

interface Partition {
  readonly storage: string;
  readonly partition: string;
}

const partitionName: Parse<Partition | undefined> = (value, name) => {
  if (value === undefined || value === '') return undefined;
  const [storage = '', partition = '', ...more] = value.split('.');
  if (!NAME.test(storage) || !NAME.test(partition) || more.length > 0)
    throw new ConfigError(
      `${name}=${value}: expected storage.partition, each of letters, digits, - and _`,
    );
  return { storage, partition };
};

/** As the provider spells it: some end with a slash. */
const issuer: Parse<string | undefined> = (value, name) => {
  const address = webAddress(value, name);
  if (address?.startsWith('http:') && !isLoopback(new URL(address).hostname))
    throw new ConfigError(`${name}: expected https://, or http:// with a loopback address`);
  return address && value;
};

const names: Parse<readonly string[]> = (value) => [...new Set(list(value ?? ''))];

/** Networks, but not of all addresses: every caller would then pass for a proxy. */
const proxies: Parse<readonly string[]> = (value, name) => {
  const found = networks(value, name);
  const all = found.find((network) => /\/0+$/.test(network));
  if (all !== undefined) throw new ConfigError(`${name}=${all}: trusts every caller`);
  return found;
};

/** By name; all are optional. */
export const ENVIRONMENT = {
  PROSOPON_DATA: { about: 'data directory (./data)', parse: text('./data') },
  HOST: { about: 'address to listen on (127.0.0.1)', parse: listener('127.0.0.1') },
  PORT: { about: 'HTTP port (8080)', parse: integer(8080, 0, 65_535) },
  GRPC_PORT: {
    about: 'gRPC port (50051)',
    parse: integer(50_051, 0, 65_535),
  },
  PROSOPON_TLS_CERT: {
    about: 'PEM file of a certificate chain: PORT and GRPC_PORT then speak TLS',
    parse: optional,
  },
  PROSOPON_TLS_KEY: { about: 'PEM file of its private key', parse: optional },
  PROSOPON_GRPC_ALIASES: {
    about: 'other names of the gRPC services, NAME=ALIAS, comma-separated',
    parse: text(''),
  },
  PUBLIC_URL: { about: 'address seen by clients', parse: webAddress },
  PROSOPON_AUDIENCE: { about: 'accepted JWT audiences, comma-separated', parse: text('prosopon') },
  DATABASE_URL: {
    about: 'postgres://…[?pool=CONNECTIONS] (absent: SQLite in the data directory)',
    parse: urlWithPassword('postgres:', 'postgresql:'),
  },
  PROSOPON_MASTER_KEY: { about: 'base64 of the 32-byte master key', parse: key },
  PROSOPON_KEY_FILE: { about: 'file holding the master key', parse: optional },
  PROSOPON_KEY_COMMAND: {
    about: 'shell command that prints the master key; run once, at the start',
    parse: optional,
  },
  PROSOPON_WORKERS: {
    about: 'worker processes (number of cores)',
    parse: integer(0, 0, MOST_WORKERS),
  },
  PROSOPON_GALLERY: { about: 'memory or database', parse: oneOf('memory', 'memory', 'database') },
  PROSOPON_GALLERY_INDEX: {
    about: 'of a gallery in the database: exact, or hnsw (approximate)',
    parse: oneOf('exact', 'exact', 'hnsw'),
  },
  PROSOPON_GALLERY_PARTITION: {
    about: 'storage.partition: the only one this process searches (all)',
    parse: partitionName,
  },
  PROSOPON_GALLERY_MEMORY: {
    about: 'megabytes the gallery may take (most of what is free)',
    parse: integer(0, 0, 10_000_000),
  },
  PROSOPON_SEARCH: {
    about: 'narrowed, or exhaustive: compare every vector in full',
    parse: oneOf('narrowed', 'narrowed', 'exhaustive'),
  },
  PROSOPON_MODELS: { about: 'extra directory of model-pack files', parse: optional },
  PROSOPON_OFFLINE: { about: '1: never download', parse: flag },
  PROSOPON_MAX_PIXELS: {
    about: 'largest image in pixels (40000000)',
    parse: integer(40_000_000, 10_000, 1_000_000_000),
  },
  PROSOPON_OPERATOR: {
    about: 'JSON file that says whose service this is: name, logo, contact, consent',
    parse: optional,
  },
  PROSOPON_EXTENSIONS: {
    about: 'extensions to load, comma-separated: documents, mosip, osia, or of others (none)',
    parse: names,
  },
  PROSOPON_PLAYGROUND: {
    about: '1: the page on which every operation can be tried (1 on this machine only)',
    parse: optional,
  },
  PROSOPON_SMTP_URL: {
    about: 'smtp://user:password@host:port for mail to users (absent: see PROSOPON_MAIL_TO_LOG)',
    parse: urlWithPassword('smtp:', 'smtps:'),
  },
  PROSOPON_MAIL_TO_LOG: {
    about: '1: without SMTP, write mail and its one-time links to the log (1 on this machine only)',
    parse: optional,
  },
  PROSOPON_MAIL_FROM: { about: 'sender of mail', parse: text('Prosopon <prosopon@localhost>') },
  PROSOPON_ADMIN_ISSUER: {
    about: 'issuer of the OpenID provider whose users may administer (none)',
    parse: issuer,
  },
  PROSOPON_ADMIN_CLIENT_ID: { about: 'client id of this service there', parse: optional },
  PROSOPON_ADMIN_CLIENT_SECRET: { about: 'its client secret', parse: optional },
  PROSOPON_ADMIN_CLAIM: { about: 'claim with groups or roles (groups)', parse: text('groups') },
  PROSOPON_ADMIN_ROLES: {
    about:
      'VALUE=owner, =auditor, =support or =administrator:CLIENT, comma-separated; the first wins',
    parse: names,
  },
  PROSOPON_METRICS_ADDRESS: {
    about: 'host:port that serves /metrics, and nothing else, instead of PORT',
    parse: socket,
  },
  PROSOPON_METRICS_TOKEN: {
    about: 'bearer token for /metrics; needed on PORT when others than this machine reach it',
    parse: token,
  },
  PROSOPON_TRUSTED_PROXIES: {
    about: 'addresses or networks of proxies in front, comma-separated',
    parse: proxies,
  },
  PROSOPON_WEBHOOK_NETWORKS: {
    about:
      'addresses or networks that webhooks may lead to beside the public ones, comma-separated ' +
      '(this machine, unless others reach the service)',
    parse: networks,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about: 'http://… of an OpenTelemetry collector to send traces to (none)',
    parse: webAddress,
  },
  LOG_LEVEL: {
    about: 'fatal, error, warn, info, debug, trace or silent (info)',
    parse: oneOf('info', 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
} as const;
