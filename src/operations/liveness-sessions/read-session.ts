/** The state of a liveness session, for its application and its page. */
import type { LivenessSession } from '../../access/liveness-sessions/session.ts';
import { NotFound } from '../../errors.ts';
import type { Context, OperationParts } from '../context.ts';
import type { JobResult } from '../job.ts';
import { requirePermit } from '../permit.ts';
import { endBrokenOff } from './end-session.ts';

export const SESSION_STATES = ['created', 'in-progress', 'succeeded', 'failed', 'expired'] as const;

export type SessionState = (typeof SESSION_STATES)[number];

export interface ReadSession extends JobResult {
  readonly session: LivenessSession;
  readonly state: SessionState;
  readonly attemptsUsed: number;
  /** Name of the application. */
  readonly application: string;
}

type Parts = Pick<OperationParts, 'livenessSessions' | 'outbox'>;

const noSession = () => new NotFound('There is no such session, or it has been erased.');

/** The calling client's session of that id. @throws NotFound */
export async function sessionOf(
  { livenessSessions }: Pick<Parts, 'livenessSessions'>,
  { client }: Pick<Context, 'client'>,
  id: string,
): Promise<LivenessSession> {
  const session = await livenessSessions.find(id);
  if (session?.clientId !== client.id) throw noSession();
  return session;
}

/** @throws NotFound the client has no such session, or its deadline has passed */
export async function readSession(
  parts: Parts,
  context: Context,
  id: string,
): Promise<ReadSession> {
  let session = await sessionOf(parts, context, id);
  const attemptsUsed = await parts.livenessSessions.taskTokens.attemptsUsed(id);
  if (stateOf(session, attemptsUsed) === 'expired' && attemptsUsed >= session.maxAttempts) {
    await endBrokenOff(parts, session);
    session = await sessionOf(parts, context, id);
  }
  const state = stateOf(session, attemptsUsed);
  const application = context.client.name;
  return {
    ...{ status: 'SUCCEEDED', errors: [], decision: 'available' },
    ...{ session, state, attemptsUsed, application },
  };
}

/** The session of the task token. @throws NotFound */
export const readOwnSession = (parts: Parts, context: Context): Promise<ReadSession> =>
  readSession(parts, context, requirePermit(context).tokenId);

function stateOf({ ended, expires }: LivenessSession, attemptsUsed: number): SessionState {
  if (ended !== undefined) return ended;
  if (expires <= new Date()) return 'expired';
  return attemptsUsed > 0 ? 'in-progress' : 'created';
}
