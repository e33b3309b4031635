/** Ends a liveness session: signs the result, and tells the webhooks. */
import { createHash } from 'node:crypto';
import type { LivenessLevel } from '../../access/clients/liveness-levels.ts';
import type { LivenessSession, SessionLevel } from '../../access/liveness-sessions/session.ts';
import { VERSION } from '../../config/version.ts';
import { Aborted, type JobError } from '../../errors.ts';
import type { ImageAnalysis } from '../../faces/analysis.ts';
import type { Context, OperationParts } from '../context.ts';
import type { SubmittedLiveImage } from '../liveness/detect-liveness.ts';

/** An attempt that ends its session. */
export interface Judged {
  readonly accepted: boolean;
  readonly errors: readonly JobError[];
  readonly images: readonly (SubmittedLiveImage & {
    /** Evidence against the camera. Undefined: the page reported none. */
    readonly suspicions?: readonly string[] | undefined;
  })[];
  /** From 1. */
  readonly attempt: number;
  /** Size of the reference image. */
  readonly size: Pick<ImageAnalysis, 'width' | 'height'> | undefined;
  /** Undefined: the session demanded no match. */
  readonly match: object | undefined;
  readonly encoder: { readonly name: string; readonly version: number };
}

type Parts = Pick<OperationParts, 'livenessSessions' | 'outbox'>;

/** @throws Aborted it has ended, expired or been erased meanwhile, so the success does not count */
export async function endSession(
  { livenessSessions, outbox }: Parts,
  { referenceNumber, transactionId }: Context,
  session: LivenessSession,
  judged: Judged,
): Promise<void> {
  const { id, clientId, keepReferenceImage } = session;
  const result = await livenessSessions.results.sign(session, claimsOf(session, judged));
  const { accepted, images } = judged;
  const ended = accepted ? 'succeeded' : 'failed';
  const referenceImage = accepted && keepReferenceImage ? images[0]!.bytes : undefined;
  const enqueue = outbox.enqueueWith({
    type: 'liveness.ended',
    audience: { clientId },
    data: { sessionId: id, state: ended, result, referenceNumber, transactionId },
  });
  const isEnded = await livenessSessions.end(id, { ended, result, referenceImage }, enqueue);
  if (!isEnded && accepted) throw new Aborted('The session has ended or expired meanwhile.');
}

/**
 * Ends an expired session without attempts left: its last one broke off, undecided. Returns whether
 * this ended it.
 */
export async function endBrokenOff(
  { livenessSessions, outbox }: Parts,
  session: LivenessSession,
): Promise<boolean> {
  const { id, clientId, level, match, maxAttempts: attempt } = session;
  const result = await livenessSessions.results.sign(session, {
    ...{ decision: 'failed', reason: 'BrokenOff', level: { demanded: level, reached: null } },
    match: match ? { with: match.with, matched: null } : null,
    referenceImage: null,
    capture: { attempt, images: 0, frames: 0, suspicions: null },
    ...timesOf(session),
    service: { version: VERSION },
  });
  const data = { sessionId: id, state: 'failed', result };
  const enqueue = outbox.enqueueWith({ type: 'liveness.ended', audience: { clientId }, data });
  return livenessSessions.end(id, { ended: 'failed', result }, enqueue, { expired: true });
}

/** Most sessions ended at once. */
const AT_ONCE = 500;

/** Ends expired sessions whose last attempt broke off. */
export async function endBrokenOffSessions(parts: Parts): Promise<void> {
  for (const id of await parts.livenessSessions.brokenOff(AT_ONCE)) {
    const session = await parts.livenessSessions.find(id);
    if (session !== undefined) await endBrokenOff(parts, session);
  }
}

const timesOf = ({ created }: LivenessSession) => ({
  times: { created: created.toISOString(), ended: new Date().toISOString() },
});

function claimsOf(session: LivenessSession, judged: Judged) {
  const { level } = session;
  const { accepted, errors, images, attempt, size, match, encoder } = judged;
  const reference = images[0]!;
  const known = images.every(({ suspicions }) => suspicions !== undefined);
  return {
    decision: accepted ? 'succeeded' : 'failed',
    reason: errors[0]?.errorCode ?? null,
    level: { demanded: level, reached: reachedLevel(level, errors) },
    match: match ?? null,
    referenceImage: {
      sha256: createHash('sha256').update(reference.bytes).digest('hex'),
      ...(size && { width: size.width, height: size.height }),
    },
    capture: {
      attempt,
      images: images.length,
      frames: images.reduce((sum, { burst = [] }) => sum + burst.length, 0),
      suspicions: known ? [...new Set(images.flatMap(({ suspicions = [] }) => suspicions))] : null,
    },
    ...timesOf(session),
    service: { version: VERSION, encoder: encoder.name, encoderVersion: encoder.version },
  };
}

/** Errors that do not concern liveness: of the comparison, and of its possible causes. */
const NOT_OF_LIVENESS = [
  ...['NotRecognised', 'DifferentFeatureVersions', 'TemplateCorrupted'],
  ...['FaceCovered', 'EyesClosed', 'TurnFurther', 'TurnSlower'],
];

/** The highest level without errors. Null: not even the single images seem live. */
function reachedLevel(demanded: SessionLevel, errors: readonly JobError[]): LivenessLevel | null {
  const codes = errors
    .map(({ errorCode }) => errorCode as string)
    .filter((code) => !NOT_OF_LIVENESS.includes(code));
  if (codes.length === 0) return demanded;
  if (codes.every((code) => code === 'RejectedByChallengeResponse')) return 'motion';
  const ofMovement = ['RejectedByChallengeResponse', 'RejectedByActiveLiveDetection'];
  return codes.every((code) => ofMovement.includes(code)) ? 'passive' : null;
}
