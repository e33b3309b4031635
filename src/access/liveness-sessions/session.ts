/** A liveness session, and its sealed body. */
import type { LivenessLevel } from '../clients/liveness-levels.ts';

/** Levels that a session can demand. A page takes both with bursts. */
export const SESSION_LEVELS = ['motion', 'challenge'] as const satisfies readonly LivenessLevel[];

export type SessionLevel = (typeof SESSION_LEVELS)[number];

/** The person to match. Undefined: any person. */
export type SessionMatch =
  | { readonly with: 'class'; readonly classId: bigint }
  | { readonly with: 'photo'; readonly photo: Uint8Array; readonly photoSha256: string };

/** How a session ended. */
export interface SessionEnding {
  readonly ended: 'succeeded' | 'failed';
  /** JWS in compact form. */
  readonly result: string;
  /** Encoded image, if the client asked for it. */
  readonly referenceImage?: Uint8Array | undefined;
}

export interface LivenessSession extends Partial<SessionEnding> {
  /** Also the id of its task token. */
  readonly id: string;
  readonly clientId: string;
  readonly created: Date;
  /** When its token expires. */
  readonly expires: Date;
  /** When it is erased. */
  readonly readableUntil: Date;
  readonly level: SessionLevel;
  /** From 1. */
  readonly maxAttempts: number;
  /** Chosen by the caller. */
  readonly nonce: string;
  /** Undefined after a session with a photo has ended: the result keeps only the photo's hash. */
  readonly match: SessionMatch | undefined;
  readonly keepReferenceImage: boolean;
  /** Address to which the hosted page returns. */
  readonly returnUrl: string | undefined;
  /** Of a sandbox client. */
  readonly sandbox?: true;
}

type Body = Omit<
  LivenessSession,
  'id' | 'clientId' | 'created' | 'expires' | 'readableUntil' | 'ended'
>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The body to seal. */
export function toBody({ match, referenceImage, ...session }: Body): Buffer {
  const { level, maxAttempts, nonce, keepReferenceImage, returnUrl, result, sandbox } = session;
  const body = {
    ...{ level, maxAttempts, nonce, keepReferenceImage, returnUrl, result, sandbox },
    match:
      match?.with === 'photo'
        ? { ...match, photo: base64(match.photo) }
        : match && { ...match, classId: String(match.classId) },
    referenceImage: referenceImage && base64(referenceImage),
  };
  return Buffer.from(JSON.stringify(body));
}

export function fromBody(bytes: Uint8Array): Body {
  const { match, referenceImage, ...rest } = JSON.parse(Buffer.from(bytes).toString('utf8'));
  return {
    ...rest,
    match:
      match?.with === 'photo'
        ? { ...match, photo: Buffer.from(match.photo, 'base64') }
        : match && { ...match, classId: BigInt(match.classId) },
    ...(referenceImage && { referenceImage: Buffer.from(referenceImage, 'base64') }),
  };
}
