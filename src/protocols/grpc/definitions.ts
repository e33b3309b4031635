/** The services of `proto/`, as the gRPC library wants them. */
import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import {
  fromJSON,
  loadSync,
  type MessageTypeDefinition,
  type PackageDefinition,
} from '@grpc/proto-loader';
import { ConfigError } from '../../config.ts';
import { METHODS } from './methods.ts';

const PROTO = fileURLToPath(new URL('../../../proto', import.meta.url));
const FILES = ['face_recognition', 'face_liveness', 'face_image_quality'];

export const PACKAGE = 'prosopon.v1';

/** Full names of the services. */
export const SERVICES: readonly string[] = [
  ...new Set(METHODS.map(({ service }) => `${PACKAGE}.${service}`)),
];

/** Paths that tell nothing about people: probes and reflection. */
export const OPEN_SERVICES = /^\/grpc\.(health|reflection)\./;

/** Everything the proto files define; 64-bit integers are decimal text, enums their names. */
export function loadDefinitions(): PackageDefinition {
  return loadSync(
    FILES.map((file) => `prosopon/v1/${file}.proto`),
    { includeDirs: [PROTO], longs: String, enums: String, defaults: true },
  );
}

/** The service of that full name. @throws Error the proto files have none */
export function serviceOf(definitions: PackageDefinition, name: string): ServiceDefinition {
  const service = definitions[name];
  if (service === undefined) throw new Error(`${name}: not a service of the proto files`);
  return service as ServiceDefinition;
}

/**
 * Other full names under which services are served as well, for clients whose generated code knows
 * them by another package or name: `prosopon.v1.FaceRecognition=example.v1.Faces,…`.
 * @returns pairs of the name here and the name there
 * @throws ConfigError naming the part that is wrong
 */
export function parseAliases(text: string): readonly (readonly [string, string])[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', alias = '', ...rest] = part.split('=');
      if (!SERVICES.includes(name) || !/^\w+(\.\w+)*$/.test(alias) || rest.length > 0)
        throw new ConfigError(
          `PROSOPON_GRPC_ALIASES: ${part}: expected NAME=ALIAS with a name of ${SERVICES.join(', ')}`,
        );
      return [name, alias] as const;
    });
}

/** The same service at the addresses of `alias`. */
export function renamed(service: ServiceDefinition, alias: string): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [
      name,
      { ...method, path: `/${alias}/${method.path.split('/').at(-1)}` },
    ]),
  );
}

/**
 * What reflection needs to know of a service under another name: its file, under keys that are no
 * names. The messages are those of our package, whose own file stands before the empty ones here.
 */
export function descriptionOf(service: ServiceDefinition, alias: string): PackageDefinition {
  const messages: Record<string, { fields: object }> = {};
  const nameOf = ({ type }: MessageTypeDefinition<object, object>) => {
    const { name } = type as { readonly name: string };
    messages[name] = { fields: {} };
    return `.${PACKAGE}.${name}`;
  };
  const methods = Object.fromEntries(
    Object.entries(service).map(([name, method]) => {
      const { requestType, responseType } = method as unknown as MethodTypes;
      return [name, { requestType: nameOf(requestType), responseType: nameOf(responseType) }];
    }),
  );
  const path = alias.split('.');
  const name = path.pop()!;
  const nested = {};
  place(nested, PACKAGE.split('.'), messages);
  place(nested, path, { [name]: { methods } });
  return Object.fromEntries(
    Object.entries(fromJSON({ nested })).map(([key, value]) => [`file of ${alias}: ${key}`, value]),
  );
}

interface MethodTypes {
  readonly requestType: MessageTypeDefinition<object, object>;
  readonly responseType: MessageTypeDefinition<object, object>;
}

interface Nested {
  [name: string]: { nested: Nested };
}

/** Puts the members into the package of that path, which is made where it is missing. */
function place(root: Nested, path: readonly string[], members: object): void {
  let at = root;
  for (const part of path) {
    at[part] ??= { nested: {} };
    at = at[part].nested;
  }
  Object.assign(at, members);
}
