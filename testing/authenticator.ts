/** An authenticator in software: makes passkeys and uses them, also in ways that none should. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a ceremony is to be about, if not what it was asked for. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly unlocked?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
}

const PRESENT = 1;
const UNLOCKED = 4;
const WITH_KEY = 64;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** @param origin the page that it thinks it is on */
export function createAuthenticator(origin: string) {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  let owner = '';
  const clientData = (type: string, asked: Asked, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? asked.challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (
    asked: Asked,
    deviation: Deviation,
    more: Buffer = Buffer.alloc(0),
  ) => {
    const { unlocked = true, rpId = asked.rpId ?? asked.rp?.id ?? '' } = deviation;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? ++counter);
    const flags = PRESENT | (unlocked ? UNLOCKED : 0) | (more.length > 0 ? WITH_KEY : 0);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, more]);
  };
  const response = (members: Readonly<Record<string, unknown>>) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: members,
  });
  return {
    /** Answers what a service asks for to make a passkey. */
    make(asked: Asked, deviation: Deviation = {}) {
      owner = asked.user?.id ?? owner;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(asked, deviation, key)],
      ]);
      return response({
        clientDataJSON: base64url(clientData('webauthn.create', asked, deviation)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      });
    },

    /** Answers what a service asks for to see the passkey. */
    use(asked: Asked, deviation: Deviation = {}) {
      const client = clientData('webauthn.get', asked, deviation);
      const data = authenticatorData(asked, deviation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return response({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: deviation.userHandle ?? owner,
      });
    },
  };
}

/** A P-256 key as authenticators write it (RFC 9053). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** CBOR (RFC 8949) of what authenticators say: small integers, texts, bytes, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)].flat().map(cbor);
  return Buffer.concat([head(5, entries.length / 2), ...entries]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.of((type << 5) | length);
  return length < 256
    ? Buffer.of((type << 5) | 24, length)
    : Buffer.of((type << 5) | 25, length >> 8, length & 255);
}
