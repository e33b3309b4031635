/** WebAuthn ceremonies by SimpleWebAuthn: options for browsers, and checks of their answers. */
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

/** A browser's response with a new or an existing passkey. */
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
  /** Signature counter. Always 0 if the authenticator does not count. */
  readonly counter: number;
}

/** Milliseconds for a person to find and unlock the passkey. */
export const CEREMONY_MS = 5 * MINUTE_MS;

/** The user has to unlock the device, by PIN, fingerprint or the like. */
const UNLOCKED = 'required';

/** EdDSA, ES256 and RS256 (COSE). Node warns about experiments if more are requested. */
const ALGORITHMS = [-8, -7, -257];

/** @param publicUrl address of the service for browsers; passkeys belong to its host */
export function createWebAuthn(publicUrl: () => string, name: string) {
  const party = () => {
    const { hostname, origin, protocol } = new URL(publicUrl());
    const named = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
    const secure = protocol === 'https:' || hostname === 'localhost';
    return named && secure ? { id: hostname, origin } : undefined;
  };
  /** @throws PermissionDenied browsers create no passkeys for this address */
  const requireParty = () => {
    const found = party();
    if (found !== undefined) return found;
    throw new PermissionDenied('Passkeys need a host name with TLS, or localhost: see PUBLIC_URL.');
  };
  return {
    /** Whether browsers create passkeys for the address of the service. */
    available: () => party() !== undefined,

    /** Options for a browser to create a passkey. @throws PermissionDenied */
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

    /** The created passkey. Undefined: it answers another challenge or service. */
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

    /** Options for a browser to use a passkey. Without known passkeys, any will do. */
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

    /** The new counter. Undefined: other passkey, challenge or service, or it counts backwards. */
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

/** As stored when the passkey was made, because browsers omit transports that they do not know. */
const transportsOf = ({ transports }: Pick<Credential, 'transports'>) =>
  [...transports] as AuthenticatorTransport[];

const descriptorOf = (credential: Pick<Credential, 'id' | 'transports'>) => ({
  id: credential.id,
  transports: transportsOf(credential),
});
