/** Keys of the OAuth provider. Signing keys are rotated, and published before they sign. */
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { DAY_MS } from '../../durations.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { createServiceKeys, type ServiceKey } from '../service-keys.ts';

export interface ProviderKeys {
  /** Changes whenever the keys change. */
  readonly version: string;
  /** Private JWKs, RS256. The first one signs. */
  readonly signature: readonly JWK[];
  /** Private JWKs, ES256, for results of liveness sessions. The first one signs. */
  readonly results: readonly JWK[];
  /** The first one signs cookies. */
  readonly cookie: readonly string[];
  /** Never rotated, because subject identifiers derive from it. */
  readonly pairwise: Uint8Array;
}

/** A new key is published this long before it signs, because clients cache the key set. */
const ANNOUNCED_MS = DAY_MS;
/** A key signs for 90 days and stays published for 30 more, longer than its signatures live. */
const ROTATION = { age: 90 * DAY_MS - ANNOUNCED_MS, overlap: 30 * DAY_MS + ANNOUNCED_MS };

/**
 * The keys to use now. Makes missing and outdated keys, and erases expired ones. Concurrent
 * processes get the same keys.
 */
export async function providerKeys(
  database: Database,
  keyRing: KeyRing,
  now = new Date(),
): Promise<ProviderKeys> {
  const rotated = async (keys: ReturnType<typeof createServiceKeys>) => {
    await keys.rotate(ROTATION, now);
    return inOrderOfUse(await keys.all(), now);
  };
  const keysFor = createServiceKeys.bind(undefined, database, keyRing);
  const [signature, results, cookie, [pairwise]] = await Promise.all([
    rotated(keysFor('oauth signature', { make: () => newSigningKey('RS256') })),
    rotated(keysFor('liveness result', { make: () => newSigningKey('ES256') })),
    rotated(keysFor('oauth cookie')),
    keysFor('oauth pairwise', { irreplaceable: true }).all(),
  ]);
  return {
    version: [...signature, ...results, ...cookie].map(({ id }) => id).join(' '),
    signature: signature.map((key) => jwkOf(key, 'RS256')),
    results: results.map((key) => jwkOf(key, 'ES256')),
    cookie: cookie.map(({ secret }) => secret.export().toString('base64url')),
    pairwise: pairwise.secret.export(),
  };
}

/** Newest first. Keys still being announced come last. */
function inOrderOfUse(keys: readonly ServiceKey[], now: Date): readonly ServiceKey[] {
  const announced = keys.filter(({ created }) => now.getTime() - created.getTime() < ANNOUNCED_MS);
  // At the very start, no older key exists that could sign until the first is announced.
  return [...keys.filter((key) => !announced.includes(key)), ...announced];
}

type Algorithm = 'RS256' | 'ES256';

const jwkOf = ({ id, secret }: ServiceKey, alg: Algorithm): JWK => ({
  ...(JSON.parse(secret.export().toString('utf8')) as JWK),
  ...{ kid: id, alg, use: 'sig' },
});

async function newSigningKey(algorithm: Algorithm): Promise<Uint8Array> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return Buffer.from(JSON.stringify(await exportJWK(privateKey)));
}
