/** Task tokens: issues them as JWTs signed by the service, and turns them into permits. */
import { createHmac, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { Transaction } from 'kysely';
import { ago, DAY_MS, MINUTE_MS } from '../../durations.ts';
import {
  InvalidArgument,
  noneIf,
  PermissionDenied,
  RecordRefused,
  Unauthenticated,
} from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { createReplayGuard, type ReplayGuard } from '../replay.ts';
import { createServiceKeys, SERVICE_KEY_LIFE_IN_CACHE, type ServiceKey } from '../service-keys.ts';
import { type Answered, createAttempts, type Outcome } from './attempts.ts';
import { createBegunAttempts } from './begun-attempts.ts';
import { type ChallengeList, deriveChallenge, deriveTurns } from './challenges.ts';
import { untold, usedUp } from './no-attempt.ts';
import type { Sample } from './sample.ts';
import { createSamples, eraseSamples } from './samples.ts';
import { fromClaims, type TaskGrant, toClaims } from './task-claims.ts';
import type { CountedGrant } from './token-rows.ts';

/** A counted attempt. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Directions that this attempt demands. Undefined: none. */
  readonly challenge: readonly string[] | undefined;
  /** Uploaded samples for the task. Empty for a call that carries its images. */
  readonly samples: readonly Sample[];
  /** Stores the outcome for the application that requested the token. */
  end(outcome: Outcome): Promise<void>;
}

/** The challenge of an attempt, told as the attempt began. */
export interface ToldChallenge {
  /** Directions of the images after the first, in order. */
  readonly challenge: ChallengeList;
  /** From 1. */
  readonly number: number;
  /** The task has to run before this time. */
  readonly until: Date;
}

/** The rights of a token's holder, and how they are counted. */
export interface TaskPermit extends TaskGrant {
  /**
   * Counts an attempt, even if it fails later. If challenges are told later, runs the attempt whose
   * challenge was told. @throws PermissionDenied no attempts are left, or no challenge was told
   */
  begin(): Promise<Attempt>;
  /**
   * The same for the task itself, on the uploaded samples, which this erases. If the task has
   * already run on them, returns its outcome and counts nothing.
   * @throws as `begin`; InvalidArgument there are no samples; Aborted it is running
   */
  beginTask(): Promise<Attempt | { readonly answered: Answered }>;
  /**
   * Tells the challenge of the waiting attempt, or counts the next attempt and tells its challenge.
   * Erases earlier samples. @throws PermissionDenied no attempts are left, or the claim holds the
   * challenges
   */
  tellChallenge(): Promise<ToldChallenge>;
  /** For requests not yet read. Counts nothing. @throws PermissionDenied no attempts are left */
  requireAttemptsLeft(): Promise<void>;
  /** Whether the client had the image within a day. Records the image. */
  seenBefore(image: Uint8Array): Promise<boolean>;
  /** Counts an upload. @throws PermissionDenied there were too many */
  countUpload(): Promise<void>;
  /** Whether the image waits for the task. What surrounds it is then that of this sample. */
  renewSample(sample: Sample, index?: number): Promise<boolean>;
  /**
   * Stores a sample for the task. False: live images are demanded, and its image was used before.
   * @throws InvalidArgument
   */
  addSample(sample: Sample, index?: number): Promise<boolean>;
}

export type TaskTokens = ReturnType<typeof createTaskTokens>;

export interface TaskTokenParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  /** Address of the service: `iss` and `aud` of its tokens. */
  readonly issuer: string;
  readonly replay?: ReplayGuard;
}

export const TASK_TOKEN_LIFE_MS = 10 * MINUTE_MS;
/** The clock of the process that checks a token may be behind the clock of its issuer. */
const BACKDATED_MS = 5_000;
/** After this time, every token that the older key signed has expired. */
const KEY_OVERLAP_MS = TASK_TOKEN_LIFE_MS + 2 * SERVICE_KEY_LIFE_IN_CACHE + MINUTE_MS;

/** The validity of a token issued at `now`. */
export function validity(now = new Date()): Pick<TaskGrant, 'notBefore' | 'expires'> {
  const at = Math.floor(now.getTime() / 1000) * 1000;
  return { notBefore: new Date(at - BACKDATED_MS), expires: new Date(at + TASK_TOKEN_LIFE_MS) };
}

/**
 * The keys sign only task tokens, and belong to this database. A client's JWT never passes for a
 * task token, whatever its claims, nor the reverse. The signature identifies the issuing service.
 */
export function createTaskTokens(parts: TaskTokenParts) {
  const { database, keyRing, issuer } = parts;
  const keys = createServiceKeys(database, keyRing, 'task token');
  const attempts = createAttempts(database, keyRing);
  const begun = createBegunAttempts(database, keyRing);
  const samples = createSamples(database, keyRing);
  const replay = parts.replay ?? createReplayGuard(database, keyRing);

  /** An attempt that is to run. Undefined: none may. */
  const counted = (trx: Transaction<Schema>, grant: TaskGrant) =>
    grant.toldLater === undefined ? attempts.begin(trx, grant) : begun.run(trx, grant);

  const toAttempt = (
    grant: TaskGrant,
    secret: KeyObject,
    number: number | undefined,
    uploaded?: readonly Sample[],
  ): Attempt => {
    if (number === undefined) throw grant.toldLater === undefined ? usedUp() : untold();
    return {
      number,
      challenge:
        grant.toldLater === undefined
          ? grant.challenge?.[number - 1]
          : laterChallenge(grant, grant.toldLater, secret, number),
      samples: uploaded ?? [],
      end: (outcome) => attempts.end(grant, number, outcome, uploaded),
    };
  };

  const toPermit = (grant: TaskGrant, secret: KeyObject): TaskPermit => ({
    ...grant,
    begin: async () => toAttempt(grant, secret, await database.write((trx) => counted(trx, grant))),
    async beginTask() {
      // In one transaction: the same request, meanwhile, finds the samples or the attempt.
      const { uploaded, answered, running } = await database.write(async (trx) => {
        const uploaded = await samples.take(trx, grant);
        const answered = await attempts.answered(trx, grant, uploaded);
        if (answered === undefined && uploaded.length === 0)
          throw new InvalidArgument(
            'No samples were uploaded with this token since its last task.',
          );
        const running = answered === undefined ? await counted(trx, grant) : undefined;
        return { uploaded, answered, running };
      });
      if (uploaded.length > 0) await database.scrub();
      return answered ? { answered } : toAttempt(grant, secret, running, uploaded);
    },
    async tellChallenge() {
      const { toldLater } = grant;
      if (toldLater === undefined)
        throw new PermissionDenied('This token already carries its challenges, or has none.');
      const { number, until, isNew } = await begun.begin(grant);
      if (isNew && (await database.write((trx) => samples.take(trx, grant))).length > 0)
        await database.scrub();
      return { number, challenge: laterChallenge(grant, toldLater, secret, number), until };
    },
    requireAttemptsLeft: () => attempts.requireLeft(grant),
    // Tests send their images again and again.
    seenBefore: async (image) => !grant.sandbox && (await replay.seenBefore(grant.clientId, image)),
    countUpload: () => attempts.countUpload(grant),
    renewSample: (sample, index) => samples.renew(grant, sample, index),
    async addSample(sample, index) {
      const seen =
        grant.liveDetection && !grant.sandbox
          ? await replay.seenIn(grant.clientId, sample.bytes)
          : async () => false;
      return samples.add(grant, sample, index, seen);
    },
  });

  return {
    async issue(grant: TaskGrant) {
      return signed(toClaims(grant, issuer), await keys.current());
    },

    /** The permit of a token that this service issued. @throws Unauthenticated */
    async permit(token: string) {
      const key = await keys.find(keyId(token));
      if (key === undefined) throw new Unauthenticated('no key of the service has that id');
      const grant = fromClaims(await verified(token, key.secret));
      if (grant === undefined) throw new Unauthenticated('not the claims of a task token');
      return toPermit(grant, key.secret);
    },

    /** The outcome of a token of that client. */
    result: attempts.result,

    /** Number of attempts begun with the token. */
    attemptsUsed: attempts.used,

    /** Erases the samples and leaves no attempts. The database is scrubbed after the transaction. */
    async useUp(trx: Transaction<Schema>, grant: CountedGrant) {
      await eraseSamples(trx, grant.tokenId);
      // A row that was changed permits nothing.
      await attempts.useUp(trx, grant).catch(noneIf(RecordRefused));
    },

    /** Renews the signing key when due. Erases the rows of expired tokens. */
    async sweep(now = new Date()) {
      await samples.eraseExpired(now);
      await keys.rotate({ age: DAY_MS, overlap: KEY_OVERLAP_MS }, now);
      // Results can be fetched for a day. A row that is gone by then can never be made again.
      await attempts.eraseExpired(ago(now, DAY_MS));
    },
  };
}

/**
 * A JWT in compact form (RFC 7515, section 3.1). jose takes over twenty times as long: it uses Web
 * Crypto, which imports the key each time and signs in another thread.
 */
function signed(claims: object, { id, secret }: ServiceKey): string {
  const header = { alg: 'HS256', typ: 'JWT', kid: id };
  const encoded = [header, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const input = encoded.join('.');
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** Directions of an attempt that tells its challenge later. A session asks more after a refusal. */
function laterChallenge(
  { tokenId, task }: TaskGrant,
  directions: number,
  secret: KeyObject,
  attempt: number,
): ChallengeList {
  const of = { secret, tokenId, attempt };
  return task === 'livenesssession' ? deriveTurns(of) : deriveChallenge(of, directions);
}

function keyId(token: string): string {
  try {
    const { kid } = decodeProtectedHeader(token);
    if (typeof kid === 'string') return kid;
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof errors.JOSEError)) throw error;
  }
  throw new Unauthenticated('the token names no key');
}

/** No clock skew: the service compares its own tokens with its own clock. */
async function verified(token: string, secret: KeyObject): Promise<Record<string, unknown>> {
  try {
    const options = { algorithms: ['HS256'], requiredClaims: ['exp', 'nbf', 'tokenid'] };
    return (await jwtVerify(token, secret, options)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new Unauthenticated(error.message);
    throw error;
  }
}
