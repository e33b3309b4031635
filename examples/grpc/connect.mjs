/**
 * Connects to Prosopon over gRPC. From the environment:
 *   CLIENT_ID, CLIENT_KEY   of `prosopon client create`, or of the first start
 *   GRPC_ADDRESS            127.0.0.1:50051
 *   GRPC_CA                 PEM file of the certificate to trust; absent: without TLS
 */
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentials, loadPackageDefinition, Metadata, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const { CLIENT_ID, CLIENT_KEY, GRPC_ADDRESS = '127.0.0.1:50051', GRPC_CA } = process.env;
const LONGEST_CALL = 30_000;

const files = ['face_recognition', 'face_liveness', 'face_image_quality'];
/** 64-bit integers as decimal text, because a number cannot hold them. */
const definition = loadSync(
  files.map((name) => `prosopon/v1/${name}.proto`),
  {
    includeDirs: ['proto', '../../proto'].map((folder) => join(import.meta.dirname, folder)),
    longs: String,
    enums: String,
    defaults: true,
  },
);
const services = loadPackageDefinition(definition).prosopon.v1;

/** Names of all values of an enumeration in the proto files. */
export const namesOf = (enumeration) =>
  definition[`prosopon.v1.${enumeration}`].type.value.map(({ name }) => name);

/** A service by name. `call(method, request, headers)` resolves to response and trailer. */
export function connect(name) {
  const channel = GRPC_CA
    ? credentials.createSsl(readFileSync(GRPC_CA))
    : credentials.createInsecure();
  const service = new services[name](GRPC_ADDRESS, channel);
  return {
    close: () => service.close(),
    call(method, request, headers = {}) {
      const metadata = new Metadata();
      metadata.set('authorization', `Bearer ${token()}`);
      for (const [key, value] of Object.entries(headers)) metadata.set(key, value);
      const options = { deadline: Date.now() + LONGEST_CALL };
      return new Promise((resolve) => {
        let answer;
        const call = service[method](request, metadata, options, (error, message) => {
          if (error) stop(error);
          answer = message;
        });
        call.on('status', (end) =>
          setImmediate(() => resolve({ answer, trailer: end.metadata.getMap() })),
        );
      });
    },
  };
}

/** Prints the message of a refused call, which is meant for people. */
function stop({ code, details }) {
  console.error(`${status[code]}: ${details}`);
  process.exit(1);
}

/** A client's JWT. Libraries such as jose can make it, too. */
function token() {
  if (!CLIENT_ID || !CLIENT_KEY) throw new Error('set CLIENT_ID and CLIENT_KEY');
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: CLIENT_ID, aud: 'prosopon', iat: now, exp: now + 300, jti: randomUUID() };
  const key = Buffer.from(CLIENT_KEY, 'base64');
  // An algorithm needs a key as long as its hash. "client create" makes one for HS512.
  const bits = key.length >= 64 ? 512 : key.length >= 48 ? 384 : 256;
  const signed = `${part({ alg: `HS${bits}`, typ: 'JWT' })}.${part(claims)}`;
  const mac = createHmac(`sha${bits}`, key).update(signed);
  return `${signed}.${mac.digest('base64url')}`;
}
