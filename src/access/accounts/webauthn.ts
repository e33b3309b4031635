/** The WebAuthn ceremonies, by SimpleWebAuthn: what browsers are asked for, and what they answer. */
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type Static, Type } from 'typebox';
import { MINUTE_MS } from '../../durations.ts';
import { PermissionDenied } from '../../errors.ts';

const Text = Type.String({ maxLength: 16_384 });

/** What a browser sends of a passkey: a new one, or one that is used. */
export const PasskeyResponse = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 1400 }),
  rawId: Text,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Text,
    attestationObject: Type.Optional(Text),
    authenticatorData: Type.Optional(Text),
    signature: Type.Optional(Text),
    userHandle: Type.Optional(Text),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
  }),
});

export type PasskeyResponse = Static<typeof PasskeyResponse>;

/** A passkey as its authenticator knows it. */
export interface Credential {
  /** base64url. */
  readonly id: string;
  /** COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly transports: readonly string[];
  /** Uses that it has counted; 0 for ever where it counts none. */
  readonly counter: number;
}

/** Milliseconds that a person has to find and unlock it. */
export const CEREMONY_MS = 5 * MINUTE_MS;

/** The user has to unlock the device, by PIN, fingerprint or the like. */
const UNLOCKED = 'required';

/** EdDSA, ES256 and RS256 (COSE): asking the library for more ends in warnings of Node's experiments. */
const ALGORITHMS = [-8, -7, -257];

/** @param publicUrl as browsers know the service; passkeys belong to its host */
export function createWebAuthn(publicUrl: () => string, name: string) {
  const party = () => {
    const { hostname, origin, protocol } = new URL(publicUrl());
    const named = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
    const secure = protocol === 'https:' || hostname === 'localhost';
    return named && secure ? { id: hostname, origin } : undefined;
  };
  /** @throws PermissionDenied browsers make none for this address */
  const requireParty = () => {
    const found = party();
    if (found !== undefined) return found;
    throw new PermissionDenied('Passkeys need a host name with TLS, or localhost: see PUBLIC_URL.');
  };
  return {
    /** Whether browsers make passkeys for the address of the service. */
    available: () => party() !== undefined,

    /** What a browser is asked for to make one. @throws PermissionDenied */
    async creation(
      user: { readonly id: string; readonly name: string },
      challenge: string,
      known: readonly Pick<Credential, 'id' | 'transports'>[],
    ) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: name,
        rpID: requireParty().id,
        userID: Buffer.from(user.id),
        userName: user.name,
        challenge: Buffer.from(challenge, 'base64url'),
        timeout: CEREMONY_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', userVerification: UNLOCKED },
      });
    },

    /** The passkey that was made. Undefined: not for this challenge, or not for this service. */
    async created(response: PasskeyResponse, challenge: string) {
      const { verifyRegistrationResponse } = await library();
      const { id, origin } = requireParty();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { clientExtensionResults: {}, ...response } as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => ({ registrationInfo: undefined }));
      if (registrationInfo === undefined) return undefined;
      const { credential, credentialBackedUp: synced } = registrationInfo;
      const { publicKey, counter, transports = [] } = credential;
      return { credential: { id: credential.id, publicKey, counter, transports }, synced };
    },

    /** What a browser is asked for to use one; of nobody in particular: any that it knows. */
    async use(challenge: string, known: readonly Pick<Credential, 'id' | 'transports'>[] = []) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: requireParty().id,
        challenge: Buffer.from(challenge, 'base64url'),
        timeout: CEREMONY_MS,
        allowCredentials: known.map(descriptorOf),
        userVerification: UNLOCKED,
      });
    },

    /** Its counter. Undefined: not of this passkey, challenge or service, or counting backwards. */
    async used(response: PasskeyResponse, challenge: string, credential: Credential) {
      const { verifyAuthenticationResponse } = await library();
      const { id, origin } = requireParty();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { clientExtensionResults: {}, ...response } as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        credential: { ...credential, transports: transportsOf(credential) },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      if (!verified || authenticationInfo === undefined) return undefined;
      const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo;
      return { counter, synced };
    },
  };
}

/** Loaded with the first use, because most processes never need it. */
const library = () => import('@simplewebauthn/server');

/** As they were told when it was made; browsers leave out what they do not know. */
const transportsOf = ({ transports }: Pick<Credential, 'transports'>) =>
  [...transports] as AuthenticatorTransport[];

const descriptorOf = (credential: Pick<Credential, 'id' | 'transports'>) => ({
  id: credential.id,
  transports: transportsOf(credential),
});
