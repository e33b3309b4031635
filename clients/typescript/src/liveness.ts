/** Liveness sessions: the server's demands, and the signed result that it can trust. */
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { ClassId } from './answers.ts';
import { type Picture, toBase64 } from './base64.ts';
import type { CallOptions } from './http.ts';
import type { operations } from './openapi.ts';
import { addressOf } from './options.ts';
import { answerOf, refusalOf, refuseRedirect } from './response.ts';

type Body = operations['createLivenessSession']['requestBody']['content']['application/json'];

export type LivenessSessionOptions = Omit<Body, 'classId' | 'photo'> &
  CallOptions & {
    /** The person must match this class. */
    readonly classId?: ClassId;
    /** The person must match this photo. */
    readonly photo?: Picture;
  };

/** Claims of a liveness session's result. */
export interface LivenessResult {
  readonly iss: string;
  readonly aud: string;
  /** Id of the session. */
  readonly jti: string;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly decision: 'succeeded' | 'failed';
  /** Of a sandbox client: it proves nothing about anybody. */
  readonly sandbox?: true;
  /** Error code, or `BrokenOff`: the last attempt never ended. */
  readonly reason: string | null;
  readonly level: {
    readonly demanded: 'motion' | 'challenge';
    readonly reached: 'passive' | 'motion' | 'challenge' | null;
  };
  /** Null: the session demanded no match. */
  readonly match: {
    readonly with: 'class' | 'photo';
    readonly classId?: string;
    readonly photoSha256?: string;
    /** False-match rate of the threshold. Absent: nothing was compared. */
    readonly falseMatchRate?: number;
    /** Null: nothing was compared. */
    readonly matched: boolean | null;
  } | null;
  /** Null: the last attempt broke off. */
  readonly referenceImage: {
    /** Hexadecimal. */
    readonly sha256: string;
    readonly width?: number;
    readonly height?: number;
  } | null;
  readonly capture: {
    readonly attempt: number;
    readonly images: number;
    readonly frames: number;
    /** Null: the page did not describe its camera. */
    readonly suspicions: readonly string[] | null;
  };
  readonly times: { readonly created: string; readonly ended: string };
  readonly service: {
    readonly version: string;
    readonly encoder?: string;
    readonly encoderVersion?: number;
  };
}

export interface ExpectedResult {
  /** Address of the service for this server. */
  readonly url: string;
  /** Id of the client. */
  readonly id: string;
  /** Nonce of the session's creation. */
  readonly nonce: string;
  /** Public address of the service. Default: `url`. */
  readonly issuer?: string;
}

/** Tolerated difference of clocks. */
const CLOCK_SKEW_SECONDS = 60;

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** The public keys, unless something else than the service answers. */
async function fetchKeys(address: string, init: RequestInit): Promise<Response> {
  const asked = { method: 'GET', address };
  const response = await fetch(address, init);
  refuseRedirect(response, asked);
  const text = await response.text();
  if (!response.ok) throw refusalOf(response, text, asked);
  return Response.json(answerOf(response, text, { member: 'keys' }, asked));
}

/**
 * @throws ProsoponError the keys of the service cannot be read
 * @throws JOSEError of `jose` the result is too old, or from another service, client or nonce
 */
export async function verifyLivenessResult(
  result: string,
  { url, id, nonce, issuer = url }: ExpectedResult,
): Promise<LivenessResult> {
  const address = `${addressOf(url)}/oauth/jwks`;
  const keys =
    keySets.get(address) ?? createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys });
  keySets.set(address, keys);
  const { payload } = await jwtVerify<LivenessResult>(result, keys, {
    algorithms: ['ES256'],
    typ: 'liveness-result+jwt',
    issuer: issuer.replace(/\/+$/, ''),
    audience: id,
    clockTolerance: CLOCK_SKEW_SECONDS,
    requiredClaims: ['exp', 'iat', 'jti', 'decision'],
  });
  if (payload.nonce !== nonce)
    throw new errors.JWTClaimValidationFailed(
      'the result is of a session with another nonce',
      payload,
      'nonce',
      'check_failed',
    );
  return payload;
}

/** The body of the call that creates a session. */
export async function sessionBody({
  classId,
  photo,
  ...demanded
}: Omit<LivenessSessionOptions, keyof CallOptions>): Promise<Body> {
  return {
    ...demanded,
    ...(classId !== undefined && { classId: String(classId) }),
    ...(photo !== undefined && { photo: await toBase64(photo) }),
  };
}
