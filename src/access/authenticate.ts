/** Authenticates a call by a task token, or by a JWT signed with one of the client's keys. */
import { hash, randomBytes } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { NAME } from '../bcid.ts';
import { MINUTE_SECONDS } from '../durations.ts';
import { shortened, Unauthenticated } from '../errors.ts';
import type { Client } from './clients/client.ts';
import type { ClientSettings } from './clients/client-settings.ts';
import type { ClientRegistry } from './clients/clients.ts';
import { createKeyCache, type KeyCache, type KnownClient } from './clients/key-cache.ts';
import { algorithmsFor } from './clients/signing-algorithm.ts';
import { SIGNING_KEY_BYTES } from './service-keys.ts';
import type { TaskPermit, TaskTokens } from './tasks/task-tokens.ts';

export interface AuthenticatorParts {
  readonly clients: Pick<ClientRegistry, 'find' | 'signingKeys'>;
  /** Accepted `aud` values. Their case does not matter. */
  readonly audiences: readonly string[];
  readonly taskTokens: Pick<TaskTokens, 'permit'>;
}

/** The authenticated caller. */
export interface Caller {
  readonly client: Client;
  /** The task token that limits the call. Absent: the client itself calls. */
  readonly permit?: TaskPermit;
  /** Scopes of the JWT, from its `scope` claim (RFC 8693, section 4.2). */
  readonly scopes?: readonly string[];
}

/** Resolves to the caller named by the bearer token. @throws Unauthenticated */
export type Authenticator = (authorizationHeader: string | undefined) => Promise<Caller>;

const CLOCK_SKEW_SECONDS = 60;
/** Most milliseconds for which a client may be younger than its task token seems: clocks differ. */
const YOUNGER_MS = 10_000;
const LONGEST_TOKEN = 8192;
const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i;

/** Stands in for the key of an unknown client, so that the refusal takes as long. */
const NOBODYS_KEY = randomBytes(SIGNING_KEY_BYTES);

/**
 * Verifies with the keys of the client in `sub`. Every flaw gives the same error; only the log
 * tells them apart.
 */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const accepted = new Set(parts.audiences.map((audience) => audience.toLowerCase()));
  const cache = createKeyCache(parts.clients);
  const byClientJwt = async (token: string, id: string): Promise<Caller> => {
    let found = await cache.find(id);
    let payload = await verify(token, found.value);
    // The token may be signed with a key newer than the cached ones, so look once more before
    // refusing.
    if (payload === undefined && found.cached) {
      found = await cache.refresh(id);
      payload = await verify(token, found.value);
    }
    const client = found.value?.client;
    if (payload === undefined || client === undefined)
      throw new Unauthenticated('no active key of the client made this signature');
    checkClaims(payload, accepted, client.settings);
    return { client, ...scopesOf(payload) };
  };
  return async (authorizationHeader) => {
    const token = bearerToken(authorizationHeader);
    const claims = claimsOf(token);
    // Only selects the keys. Client keys never verify task tokens, nor the reverse.
    if (claims.sub === undefined && claims.tokenid !== undefined)
      return byTaskToken(parts.taskTokens, cache, token);
    const claimed = claimedSubject(claims);
    return byClientJwt(token, claimed).catch((error: unknown) => {
      throw error instanceof Unauthenticated ? new Unauthenticated(error.detail, claimed) : error;
    });
  };
}

async function byTaskToken(
  taskTokens: AuthenticatorParts['taskTokens'],
  cache: KeyCache,
  token: string,
): Promise<Caller> {
  const permit = await taskTokens.permit(token);
  const client = (await cache.find(permit.clientId)).value?.client;
  // A later client of that id is another application.
  const isGone =
    client === undefined || client.created.getTime() > permit.notBefore.getTime() + YOUNGER_MS;
  if (isGone) throw new Unauthenticated('the client of the token is gone');
  const { bcid } = permit;
  if (bcid && (bcid.storage !== client.storage || bcid.partition !== client.partition))
    throw new Unauthenticated('the class of the token does not belong to its client');
  return { client, permit };
}

function bearerToken(header: string | undefined): string {
  const token = header !== undefined && header.length <= LONGEST_TOKEN && BEARER.exec(header)?.[1];
  if (!token) throw new Unauthenticated('no bearer token');
  return token;
}

/** Not yet verified. */
function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new Unauthenticated('the token has no claims');
    throw error;
  }
}

/** Only selects the keys to try. */
function claimedSubject({ sub }: JWTPayload): string {
  if (typeof sub === 'string' && NAME.test(sub)) return sub;
  throw new Unauthenticated('the token names no client');
}

/** The verified claims. Undefined: none of the client's keys signed the token. */
async function verify(
  token: string,
  known: KnownClient | undefined,
): Promise<JWTPayload | undefined> {
  const digest = hash('sha256', token);
  const before = known?.verified.get(digest);
  if (before !== undefined && !isExpired(before)) return before;
  const payload = await verifyAnew(token, known);
  if (payload !== undefined) known?.verified.set(digest, payload);
  return payload;
}

const isExpired = ({ exp = 0 }: JWTPayload): boolean =>
  exp + CLOCK_SKEW_SECONDS <= Date.now() / 1000;

async function verifyAnew(
  token: string,
  known: KnownClient | undefined,
): Promise<JWTPayload | undefined> {
  for (const key of known?.keys ?? [NOBODYS_KEY])
    try {
      const options = {
        algorithms: algorithmsFor(key.length),
        clockTolerance: CLOCK_SKEW_SECONDS,
        requiredClaims: ['exp', 'sub', 'aud'],
      };
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      if (error instanceof errors.JOSEError) throw new Unauthenticated(error.message);
      throw error;
    }
  return undefined;
}

function scopesOf({ scope }: JWTPayload): Pick<Caller, 'scopes'> {
  return typeof scope === 'string' ? { scopes: scope.split(' ') } : {};
}

function checkClaims(
  { aud, exp }: JWTPayload,
  accepted: ReadonlySet<string>,
  { jwtLifetimeMinutes }: ClientSettings,
): void {
  const latest = Date.now() / 1000 + jwtLifetimeMinutes * MINUTE_SECONDS + CLOCK_SKEW_SECONDS;
  if (exp === undefined || exp > latest)
    throw new Unauthenticated(
      `the token lives for more than ${jwtLifetimeMinutes} minutes (setting jwtLifetimeMinutes)`,
    );
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((name) => typeof name === 'string' && accepted.has(name.toLowerCase())))
    throw new Unauthenticated(
      `the token is for another audience, ${shortened(JSON.stringify(aud))}; accepted: ` +
        `${[...accepted].join(', ')} (PROSOPON_AUDIENCE)`,
    );
}
