/** The services of `proto/`, in the form that the gRPC library takes. */
import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import {
  fromJSON,
  loadSync,
  type MessageTypeDefinition,
  type PackageDefinition,
} from '@grpc/proto-loader';
import { ConfigError } from '../../config/config.ts';
import { requestDecoders } from './decode-request.ts';
import { contractAt, METHODS } from './methods.ts';

const PROTO = fileURLToPath(new URL('../../../proto', import.meta.url));
const FILES = ['face_recognition', 'face_liveness', 'face_image_quality'];

export const PACKAGE = 'prosopon.v1';

/** Full names of the services. */
export const SERVICES: readonly string[] = [
  ...new Set(METHODS.map(({ service }) => `${PACKAGE}.${service}`)),
];

/** Paths that reveal nothing about people: probes and reflection. */
export const OPEN_SERVICES = /^\/grpc\.(health|reflection)\./;

/** Everything in the proto files. 64-bit integers are decimal text, enums are names. */
export function loadDefinitions(): PackageDefinition {
  const files = FILES.map((file) => `prosopon/v1/${file}.proto`);
  const options = { includeDirs: [PROTO], longs: String, enums: String, defaults: true };
  const definitions = loadSync(files, options);
  const decoderOf = requestDecoders(PROTO, files);
  for (const name of SERVICES)
    for (const method of Object.values(serviceOf(definitions, name))) {
      const { imageList } = contractAt(method.path);
      const { type } = (method as unknown as MethodTypes).requestType;
      const typeName = `${PACKAGE}.${(type as { readonly name: string }).name}`;
      Object.assign(method, { requestDeserialize: decoderOf(typeName, imageList === true) });
    }
  return definitions;
}

/** The service of that full name. @throws Error the proto files have none */
export function serviceOf(definitions: PackageDefinition, name: string): ServiceDefinition {
  const service = definitions[name];
  if (service === undefined) throw new Error(`${name}: not a service of the proto files`);
  return service as ServiceDefinition;
}

/**
 * Further full names for services, for clients whose generated code uses another package or name:
 * `prosopon.v1.FaceRecognition=example.v1.Faces,…`.
 * @returns pairs of our name and the other name
 * @throws ConfigError with the invalid part
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
 * Descriptors for reflection of a service under another name: its file, under keys that are no
 * names. The messages stay in our package, whose own file precedes the empty ones here.
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

/** Puts the members into the package of that path. Creates missing packages. */
function place(root: Nested, path: readonly string[], members: object): void {
  let at = root;
  for (const part of path) {
    at[part] ??= { nested: {} };
    at = at[part].nested;
  }
  Object.assign(at, members);
}
