/** Contents of a task token: its claims, the bits of its task, and its grant. */
import { type Bcid, bcidText, parseBcid } from '../../bcid.ts';

/** Names of the tasks, as callers request them. */
export const TASKS = ['verify', 'identify', 'enroll', 'livenessdetection'] as const;

/** Includes the task of liveness sessions, which callers cannot request. */
export type Task = (typeof TASKS)[number] | 'livenesssession';

/** What a token grants its holder. */
export interface TaskGrant {
  readonly tokenId: string;
  /** Id of the client that requested the token. */
  readonly clientId: string;
  readonly task: Task;
  /** Undefined only for tasks about liveness. */
  readonly bcid: Bcid | undefined;
  /** 1..`MOST_ATTEMPTS`. */
  readonly maxAttempts: number;
  /** The person must prove to be live. */
  readonly liveDetection: boolean;
  /** Directions for the head, one list for each attempt. Undefined: none demanded. */
  readonly challenge: readonly (readonly string[])[] | undefined;
  /**
   * Number of directions, if each attempt tells its own as it begins. `challenge` is then empty.
   */
  readonly toldLater?: number | undefined;
  /** The claim `challenge` is JSON text. */
  readonly challengeAsText?: boolean;
  /** Enrol the samples after a successful verification. */
  readonly autoEnroll: boolean;
  /** Of a sandbox client. */
  readonly sandbox?: true;
  /** Sum of the numbers of the traits. */
  readonly traits: number;
  readonly notBefore: Date;
  readonly expires: Date;
}

/** Numbers of the traits in the claim. */
export const TRAITS = { Face: 1, Periocular: 2 } as const;

const TASK_BITS: Readonly<Record<Task, number>> = {
  verify: 0,
  identify: 0x10,
  enroll: 0x20,
  livenesssession: 0x40,
  livenessdetection: 0x80,
};
const ALL_TASKS = Object.keys(TASK_BITS) as readonly Task[];
/** Tasks that need no class. */
const CLASSLESS: readonly Task[] = ['livenessdetection', 'livenesssession'];
/** Largest number that the low bits of the `task` claim can hold. */
export const MOST_ATTEMPTS = 0x0f;
const TASK_MASK = 0xf0;
const LIVE_DETECTION = 0x100;
const CHALLENGE_RESPONSE = 0x200;
const AUTO_ENROLL = 0x1000;

/** The integer of the `task` claim. */
function taskBits(
  grant: Pick<TaskGrant, 'task' | 'maxAttempts' | 'liveDetection' | 'challenge' | 'autoEnroll'>,
): number {
  return (
    TASK_BITS[grant.task] |
    grant.maxAttempts |
    (grant.liveDetection ? LIVE_DETECTION : 0) |
    (grant.challenge === undefined ? 0 : CHALLENGE_RESPONSE) |
    (grant.autoEnroll ? AUTO_ENROLL : 0)
  );
}

/** Claims of the token, in the order of the interface. Only `issuer` accepts the token. */
export function toClaims(grant: TaskGrant, issuer: string): Record<string, unknown> {
  const { tokenId, clientId, bcid, toldLater, traits } = grant;
  const challenge = grant.challengeAsText ? JSON.stringify(grant.challenge) : grant.challenge;
  return {
    tokenid: tokenId,
    iss: issuer,
    aud: issuer,
    nbf: seconds(grant.notBefore),
    exp: seconds(grant.expires),
    ...(bcid === undefined ? {} : { bcid: bcidText(bcid) }),
    clnt: clientId,
    app: clientId,
    task: taskBits(grant),
    ...(challenge === undefined ? {} : { challenge }),
    ...(toldLater === undefined ? {} : { challenges: toldLater }),
    traits,
    ...(grant.sandbox && { sandbox: true }),
  };
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The grant in verified claims. Undefined: these are not claims of a task token. */
export function fromClaims(claims: Readonly<Record<string, unknown>>): TaskGrant | undefined {
  const { tokenid, app, task: bits, bcid: text, challenges, traits, nbf, exp } = claims;
  const challenge = listsOf(claims.challenge);
  if (typeof tokenid !== 'string' || typeof app !== 'string') return undefined;
  if (!isTime(nbf) || !isTime(exp)) return undefined;
  if (!Number.isInteger(bits) || !Number.isInteger(traits)) return undefined;
  const flags = bits as number;
  const task = ALL_TASKS.find((name) => TASK_BITS[name] === (flags & TASK_MASK));
  const maxAttempts = flags & MOST_ATTEMPTS;
  const bcid = typeof text === 'string' ? parseBcid(text) : undefined;
  const challenged = (flags & CHALLENGE_RESPONSE) !== 0;
  if (task === undefined || maxAttempts === 0) return undefined;
  if (bcid === undefined && (!CLASSLESS.includes(task) || text !== undefined)) return undefined;
  const later = challenged && Number.isInteger(challenges) ? (challenges as number) : undefined;
  if (challenged !== isChallenge(challenge, maxAttempts, later === undefined)) return undefined;
  return {
    tokenId: tokenid,
    clientId: app,
    task,
    bcid,
    maxAttempts,
    liveDetection: (flags & LIVE_DETECTION) !== 0,
    challenge: challenged ? (challenge as readonly (readonly string[])[]) : undefined,
    ...(later === undefined ? {} : { toldLater: later }),
    autoEnroll: (flags & AUTO_ENROLL) !== 0,
    traits: traits as number,
    ...(claims.sandbox === true && { sandbox: true }),
    notBefore: new Date(nbf * 1000),
    expires: new Date(exp * 1000),
  };
}

/** The claim `challenge`, which may be JSON text. */
function listsOf(claim: unknown): unknown {
  if (typeof claim !== 'string') return claim;
  try {
    return JSON.parse(claim);
  } catch {
    return undefined;
  }
}

/** Seconds that a date can represent. */
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 8.64e12;

function isChallenge(value: unknown, attempts: number, disclosed: boolean): boolean {
  const isText = (item: unknown) => typeof item === 'string';
  return (
    Array.isArray(value) &&
    value.length === attempts &&
    value.every(
      (list) => Array.isArray(list) && list.length > 0 === disclosed && list.every(isText),
    )
  );
}
