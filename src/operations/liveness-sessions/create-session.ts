/** Creates a liveness session: an application's demands on the person before a camera. */
import { createHash, randomUUID } from 'node:crypto';
import type { Client } from '../../access/clients/client.ts';
import { allowsRedirect } from '../../access/clients/redirect-uris.ts';
import type { LivenessSession, SessionMatch } from '../../access/liveness-sessions/session.ts';
import { drawChallenge } from '../../access/tasks/challenges.ts';
import { TRAITS } from '../../access/tasks/task-claims.ts';
import { TASK_TOKEN_LIFE_MS, validity } from '../../access/tasks/task-tokens.ts';
import { HOUR_MS } from '../../durations.ts';
import { InvalidArgument, PermissionDenied } from '../../errors.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import { bcidOf, type Context, type OperationParts, workOf } from '../context.ts';
import { missingTemplate } from '../face/template-status.ts';
import type { JobResult } from '../job.ts';
import { photoToKeep } from '../reference-photo.ts';
import { analyseImage, problemOf, type SubmittedImage, withFieldOf } from '../submitted-image.ts';

export interface CreateSessionRequest
  extends Pick<LivenessSession, 'level' | 'maxAttempts' | 'nonce' | 'keepReferenceImage'> {
  /** 60..600. */
  readonly lifetimeSeconds: number;
  /** Class that the person must match. */
  readonly classId?: bigint | undefined;
  /** Photo that the person must match. */
  readonly photo?: SubmittedImage | undefined;
  readonly returnUrl?: string | undefined;
}

export interface CreatedSession extends JobResult {
  readonly session: LivenessSession;
  /** For the browser. */
  readonly token: string;
  /** Address of the hosted page, with the token after its `#`. */
  readonly url: string;
}

export const LONGEST_SECONDS = TASK_TOKEN_LIFE_MS / 1000;
/** How long the result can be read after the token has expired. */
const READABLE_MS = HOUR_MS;
/** Turns of a first attempt. Later attempts ask for more. */
const TURNS = 1;
const LARGEST_PHOTO = 8 * 1024 * 1024;
/** Bytes from which a photo is scaled before it is kept, and its longest side in pixels then. */
const [LARGE_PHOTO, LONGEST_SIDE] = [256 * 1024, 1600];

type Parts = Pick<
  OperationParts,
  'activeEngine' | 'templates' | 'livenessSessions' | 'readPortrait'
>;

/**
 * @throws PermissionDenied sessions are off; InvalidArgument; InvalidImage; NotFound the class has
 *   no template; Unavailable
 */
export async function createSession(
  parts: Parts,
  context: Context,
  request: CreateSessionRequest,
): Promise<CreatedSession> {
  const { client } = context;
  if (!client.settings.livenessSessions)
    throw new PermissionDenied(
      'Liveness sessions are off: set livenessSessions=true for this client.',
    );
  checkRequest(client, request);
  const match = await matchOf(parts, context, request);
  const { level, maxAttempts, nonce, keepReferenceImage, returnUrl } = request;
  const sandbox = client.settings.sandbox ? ({ sandbox: true } as const) : {};
  const { notBefore } = validity(context.received);
  const expires = new Date(context.received.getTime() + request.lifetimeSeconds * 1000);
  const session: LivenessSession = {
    ...{ id: randomUUID(), clientId: client.id, created: context.received, expires },
    readableUntil: new Date(expires.getTime() + READABLE_MS),
    ...{ level, maxAttempts, nonce, match, keepReferenceImage, returnUrl, ...sandbox },
  };
  const { livenessSessions } = parts;
  const token = await livenessSessions.taskTokens.issue({
    ...{ tokenId: session.id, clientId: client.id, task: 'livenesssession', maxAttempts },
    bcid: match?.with === 'class' ? bcidOf(client, match.classId) : undefined,
    liveDetection: true,
    challenge: level === 'challenge' ? drawChallenge(maxAttempts, 0) : undefined,
    ...(level === 'challenge' && { toldLater: TURNS }),
    ...{ autoEnroll: false, traits: TRAITS.Face + TRAITS.Periocular, notBefore, expires },
    ...sandbox,
  });
  await livenessSessions.create(session, client);
  const url = `${livenessSessions.publicUrl()}/liveness#${token}`;
  return { status: 'SUCCEEDED', errors: [], decision: 'created', session, token, url };
}

/** @throws InvalidArgument */
function checkRequest({ settings, redirectUris }: Client, request: CreateSessionRequest): void {
  const { level, returnUrl, classId, photo } = request;
  if (level === 'motion' && settings.leastLiveness === 'challenge')
    throw new InvalidArgument('level: this client demands challenge (setting leastLiveness)');
  if (returnUrl !== undefined && !allowsRedirect(redirectUris, returnUrl))
    throw new InvalidArgument(
      'returnUrl: not one of the redirect URIs that are registered for this client',
    );
  if (classId !== undefined && photo !== undefined)
    throw new InvalidArgument('photo: a session matches a class or a photo, not both');
  if (photo !== undefined && photo.bytes.length > LARGEST_PHOTO)
    throw new InvalidArgument(`photo: larger than ${LARGEST_PHOTO / 1024 / 1024} MB`);
}

/** Checked now, so that nobody shows their face in vain. */
async function matchOf(
  parts: Parts,
  context: Context,
  { classId, photo }: CreateSessionRequest,
): Promise<SessionMatch | undefined> {
  if (classId !== undefined) {
    const template = await parts.templates.read(bcidOf(context.client, classId));
    if (template === undefined) throw missingTemplate(classId);
    return { with: 'class', classId };
  }
  if (photo === undefined) return undefined;
  const { engine } = parts.activeEngine.current();
  const portrait = await scaled(engine, await photoToKeep(parts, context, photo), context);
  const analysis = await analyseImage(engine, portrait, { idPhoto: true, ...workOf(context) });
  const problem = problemOf(analysis, photo);
  if (problem !== undefined) throw new InvalidArgument(problem.message);
  const photoSha256 = createHash('sha256').update(photo.bytes).digest('hex');
  return { with: 'photo', photo: portrait.bytes, photoSha256 };
}

/** What is kept is what is examined, now and at the end. @throws InvalidImage; Unavailable */
async function scaled(
  engine: FaceEngine,
  photo: SubmittedImage,
  context: Context,
): Promise<SubmittedImage> {
  if (photo.bytes.length <= LARGE_PHOTO) return photo;
  const { bytes } = await engine
    .convertImage(photo.bytes, 'jpeg', { maxSide: LONGEST_SIDE, ...workOf(context) })
    .catch(withFieldOf(photo));
  return { ...photo, bytes };
}
