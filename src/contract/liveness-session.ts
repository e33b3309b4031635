/** Liveness sessions: the contract for an application's server and for the person at the camera. */
import { Type } from 'typebox';
import { SESSION_LEVELS } from '../access/liveness-sessions/session.ts';
import { readClassId } from '../bcid.ts';
import { InvalidArgument } from '../errors.ts';
import { createSession, LONGEST_SECONDS } from '../operations/liveness-sessions/create-session.ts';
import { deleteSession } from '../operations/liveness-sessions/erase-sessions.ts';
import {
  type ReadSession,
  readOwnSession,
  readSession,
  SESSION_STATES,
} from '../operations/liveness-sessions/read-session.ts';
import { contract } from './contract.ts';
import { imageText, maybe, orNull, png, reference, timestamp } from './members.ts';
import { TASK_PATH } from './task.ts';

const PATH = '/api/v1/liveness-sessions';
const SESSION = { params: Type.Object({ sessionId: Type.String({ format: 'uuid' }) }) };

const shared = { tag: 'Liveness', imageless: true } as const;

const MOST_ATTEMPTS = 5;
const DEFAULTS = {
  level: 'challenge',
  attempts: 3,
  lifetimeSeconds: LONGEST_SECONDS,
} as const;

const state = Type.Enum([...SESSION_STATES], {
  type: 'string',
  description:
    '`created`: no attempt yet. `expired`: it ended without a decision, and has no result.',
});
const level = Type.Enum([...SESSION_LEVELS], {
  type: 'string',
  description:
    '`motion`: the head turns. `challenge`: it moves as the page says. Both with the frames between.',
});
const expires = timestamp('When the token expires.');
const readableUntil = timestamp('When the session is erased.');
const attemptsLeft = Type.Integer({ minimum: 0, maximum: MOST_ATTEMPTS });

export const CreatedSessionAnswer = Type.Object(
  {
    sessionId: Type.String({ format: 'uuid' }),
    token: Type.String({
      description: 'Task token for the browser or phone: of this session alone.',
    }),
    url: Type.String({ description: 'The hosted page, with the token behind its `#`.' }),
    expires,
    readableUntil,
  },
  { $id: 'CreatedLivenessSession' },
);

const createSessionContract = contract({
  operation: 'create-liveness-session',
  tag: 'Liveness',
  http: { method: 'POST', path: PATH, id: 'createLivenessSession', refusals: [404] },
  summary: 'Create a liveness session',
  description:
    'The holder of the token has to prove liveness. Needs the setting `livenessSessions`.',
  request: Type.Object({
    nonce: Type.String({
      minLength: 8,
      maxLength: 255,
      description: 'Random value of the caller for this session; the result repeats it.',
    }),
    level: maybe(level, { default: DEFAULTS.level }),
    attempts: maybe(Type.Integer({ minimum: 1, maximum: MOST_ATTEMPTS }), {
      default: DEFAULTS.attempts,
      description: 'Attempts until the session fails.',
    }),
    lifetimeSeconds: maybe(Type.Integer({ minimum: 60, maximum: LONGEST_SECONDS }), {
      default: DEFAULTS.lifetimeSeconds,
    }),
    classId: maybe(Type.String({ maxLength: 19 }), {
      description: 'Class id of the person who has to appear. Text, exact to the last digit.',
    }),
    photo: maybe(
      imageText('Photo of the person who has to appear, instead of a class. Erased at the end.'),
    ),
    returnUrl: maybe(Type.String({ maxLength: 2000 }), {
      description:
        'Where the hosted page leads back to, with `session` in its query: a registered redirect URI.',
    }),
    referenceImage: maybe(Type.Boolean(), {
      default: false,
      description: 'Keep the first image of a success until the session is erased.',
    }),
  }),
  response: reference(CreatedSessionAnswer),
  example: {
    sessionId: '6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11',
    token: 'eyJhbGciOiJIUzI1NiIs…',
    url: 'https://faces.example/liveness#eyJhbGciOiJIUzI1NiIs…',
    expires: '2026-01-31T09:40:00.000Z',
    readableUntil: '2026-01-31T10:40:00.000Z',
  },
  run: (parts, context, { referenceImage = false, attempts, classId, ...request }) =>
    createSession(parts, context, {
      ...DEFAULTS,
      ...request,
      classId: classIdOf(classId),
      maxAttempts: attempts ?? DEFAULTS.attempts,
      keepReferenceImage: referenceImage,
    }),
  answer: ({ session: { id, expires, readableUntil }, token, url }) => ({
    sessionId: id,
    ...{ token, url, expires, readableUntil },
  }),
});

/** @throws InvalidArgument */
function classIdOf(text: string | null | undefined): bigint | undefined {
  if (text == null) return undefined;
  const classId = readClassId(text);
  if (classId === undefined) throw new InvalidArgument('classId: expected a class id as text');
  return classId;
}

export const LivenessSessionAnswer = Type.Object(
  {
    sessionId: Type.String({ format: 'uuid' }),
    state,
    level,
    attemptsLeft,
    created: timestamp('When it was created.'),
    expires,
    readableUntil,
    result: orNull(Type.String(), {
      description:
        'JWS (ES256) of type `liveness-result+jwt`, by a key of `/oauth/jwks`; null: not decided.',
    }),
    referenceImage: orNull(png('The first image of the success, where it was asked for.')),
  },
  { $id: 'LivenessSession' },
);

const EXAMPLE = {
  state: 'succeeded',
  level: 'challenge',
  attemptsLeft: 2,
  expires: '2026-01-31T09:40:00.000Z',
} as const;

const leftOf = ({ session, attemptsUsed }: ReadSession) =>
  Math.max(0, session.maxAttempts - attemptsUsed);

const readSessionContract = contract({
  ...shared,
  operation: 'read-liveness-session',
  http: {
    method: 'GET',
    path: `${PATH}/:sessionId`,
    id: 'getLivenessSession',
    refusals: [404],
    ...SESSION,
  },
  summary: 'Read a liveness session',
  description: 'State and signed result, for the client that created it. Trust the result alone.',
  request: SESSION.params,
  response: reference(LivenessSessionAnswer),
  example: {
    sessionId: '6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11',
    ...EXAMPLE,
    created: '2026-01-31T09:30:00.000Z',
    readableUntil: '2026-01-31T10:40:00.000Z',
    result: 'eyJhbGciOiJFUzI1NiIs…',
    referenceImage: null,
  },
  run: (parts, context, { sessionId }) => readSession(parts, context, sessionId),
  answer: (read) => {
    const { id, level: demanded, created, result, referenceImage, ...session } = read.session;
    return {
      sessionId: id,
      state: read.state,
      level: demanded,
      attemptsLeft: leftOf(read),
      created,
      expires: session.expires,
      readableUntil: session.readableUntil,
      result: result ?? null,
      referenceImage: referenceImage ?? null,
    };
  },
});

const deleteSessionContract = contract({
  ...shared,
  operation: 'delete-liveness-session',
  http: {
    method: 'DELETE',
    path: `${PATH}/:sessionId`,
    id: 'deleteLivenessSession',
    refusals: [404],
    ...SESSION,
  },
  summary: 'Erase a liveness session',
  description: 'Erases it with its images and its result, and answers with a signed receipt.',
  request: SESSION.params,
  response: Type.Object({ receipt: Type.String({ description: 'A signed receipt.' }) }),
  example: { receipt: 'eyJhbGciOiJSUzI1NiIs…' },
  run: (parts, context, { sessionId }) => deleteSession(parts, context, sessionId),
  answer: ({ receipt }) => ({ receipt }),
});

export const SESSION_CONTRACTS = [
  createSessionContract,
  readSessionContract,
  deleteSessionContract,
];

export const OwnSessionAnswer = Type.Object(
  {
    state,
    level,
    attemptsLeft,
    expires,
    application: Type.String({ description: 'Name of the client.' }),
    returnUrl: orNull(Type.String()),
  },
  { $id: 'OwnLivenessSession' },
);

/** For the page that holds the token. */
export const ownSessionContract = contract({
  ...shared,
  operation: 'read-liveness-session',
  tag: 'Token',
  token: { free: true, required: true },
  http: { method: 'GET', path: `${TASK_PATH}/livenesssession`, id: 'getOwnLivenessSession' },
  summary: 'What the session of the token demands',
  description: 'Progress of the session, for the browser. The answer holds no result.',
  response: reference(OwnSessionAnswer),
  example: { ...EXAMPLE, application: 'Example shop', returnUrl: 'https://shop.example/done' },
  run: (parts, context) => readOwnSession(parts, context),
  answer: (read) => {
    const { id, level: demanded, expires: ends, returnUrl } = read.session;
    return {
      state: read.state,
      level: demanded,
      attemptsLeft: leftOf(read),
      expires: ends,
      application: read.application,
      returnUrl: returnUrl === undefined ? null : withSession(returnUrl, id),
    };
  },
});

/** The address with the id in its query. */
function withSession(address: string, id: string): string {
  const url = new URL(address);
  url.searchParams.set('session', id);
  return url.href;
}
