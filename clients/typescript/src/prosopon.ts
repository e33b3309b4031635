/** The service for an application's server, with its key and secret. */
import { SignJWT } from 'jose';
import type {
  ClassId,
  CreatedLivenessSession,
  EnrollAnswer,
  LivenessAnswer,
  LivenessSession,
  PhotoVerifyAnswer,
  QualityAnswer,
  SearchAnswer,
  TaskResult,
  TemplateStatus,
  VerifyAnswer,
} from './answers.ts';
import { type BurstFrame, framesOf, fromBase64, type Picture, toBase64 } from './base64.ts';
import { InvalidOptionError } from './errors.ts';
import { type CallOptions, Http, type HttpOptions, segment } from './http.ts';
import { type LivenessSessionOptions, sessionBody } from './liveness.ts';
import type { operations } from './openapi.ts';
import { requireCredentials, tokenIdOf } from './options.ts';
import type { Expected } from './response.ts';

export interface PhotoVerifyOptions extends CallOptions {
  /** EF.SOD of the chip that holds the photo as EF.DG2. */
  readonly securityObject?: Picture;
}

export interface ProsoponOptions extends HttpOptions {
  /** Client id, printed by `prosopon client create`. */
  readonly id: string;
  /** Base64 or base64url. Signs calls of operations. */
  readonly key?: string;
  /** For task tokens and their results. */
  readonly secret?: string;
  /** Audience of the signed tokens. Default: `prosopon`. */
  readonly audience?: string;
}

/** A live image. The second one may carry the demanded directions. */
export type LivePicture =
  | Picture
  | {
      readonly image: Picture;
      readonly tags?: readonly ('up' | 'down' | 'left' | 'right')[];
      /** From the capture module. */
      readonly burst?: readonly BurstFrame[];
    };

export interface SearchOptions extends CallOptions {
  /** Transaction of the audit trail: the reason for the search. */
  readonly transactionId: string;
  /** Only templates with all of these tags. */
  readonly tags?: readonly string[];
  /**
   * True: the most similar people, however dissimilar, if the client may (`topMatches`).
   * Default: only people who reach the threshold of identification.
   */
  readonly topMatches?: boolean;
}

type TokenQuery = operations['getToken']['parameters']['query'];
/** Boolean query parameters. */
type Flags = 'livedetection' | 'challenge' | 'autoenroll';
/** The calls that use the token force outcomes, not the one that asks for it. */
export type TaskTokenOptions = Omit<TokenQuery, 'id' | 'bcid' | Flags> &
  Readonly<Partial<Record<Flags, boolean>>> &
  Omit<CallOptions, 'sandboxOutcome'>;

const SESSIONS = '/api/v1/liveness-sessions';

/** Life of a signed token in seconds, and the remaining life at which it is renewed. */
const TOKEN_LIFE = 300;
const TOKEN_MARGIN = 60;

export class Prosopon {
  readonly #http: Http;
  readonly #options: ProsoponOptions;
  #token: { readonly text: string; readonly ends: number } | undefined;

  /** @throws InvalidOptionError */
  constructor(options: ProsoponOptions) {
    requireCredentials(options);
    this.#http = new Http(options);
    this.#options = options;
  }

  /** Adds the faces in the images to the template of the class. Creates it if there is none. */
  async enroll(
    classId: ClassId,
    images: readonly Picture[],
    { consent, ...options }: CallOptions & { readonly consent?: string } = {},
  ): Promise<EnrollAnswer> {
    const body = {
      images: await Promise.all(images.map(async (image) => ({ image: await toBase64(image) }))),
      ...(consent !== undefined && { consent }),
    };
    const path = `/api/face/v1/enroll/${segment(classId)}`;
    return this.#call('POST', path, {
      body,
      options,
      repeatable: false,
      member: 'performedAction',
    });
  }

  /** Whether the face in the image matches the class. A “no” is an answer, not an error. */
  async verify(classId: ClassId, image: Picture, options?: CallOptions): Promise<VerifyAnswer> {
    const body = { image: await toBase64(image) };
    return this.#call('POST', `/api/face/v1/verify/${segment(classId)}`, {
      body,
      options,
      member: 'verified',
    });
  }

  async templateStatus(classId: ClassId, options?: CallOptions): Promise<TemplateStatus> {
    return this.#call('GET', `/api/face/v1/template/status/${segment(classId)}`, {
      options,
      member: 'available',
    });
  }

  /** Replaces the tags of a template. */
  async setTags(classId: ClassId, tags: readonly string[], options?: CallOptions): Promise<void> {
    const path = `/api/face/v1/template/${segment(classId)}/tags`;
    await this.#call('PUT', path, { body: tags, options, expected: 'nothing' });
  }

  /** Erases the template. @throws NotFoundError there is none, even if a lost call erased it */
  async deleteTemplate(classId: ClassId, options?: CallOptions): Promise<void> {
    await this.#call('DELETE', `/api/face/v1/template/${segment(classId)}`, {
      options,
      expected: 'nothing',
    });
  }

  /** Finds the people in the images: who reaches the threshold, or with `topMatches` the most similar. */
  search(images: readonly Picture[], options: SearchOptions): Promise<SearchAnswer> {
    return this.#search('search', images, options);
  }

  /** Identifies the people in the images: who reaches the threshold. */
  identify(
    images: readonly Picture[],
    options: Omit<SearchOptions, 'topMatches'>,
  ): Promise<SearchAnswer> {
    return this.#search('identify', images, options);
  }

  async #search(
    name: 'search' | 'identify',
    images: readonly Picture[],
    { transactionId, tags, topMatches, ...options }: SearchOptions,
  ): Promise<SearchAnswer> {
    const body = {
      images: await Promise.all(images.map(async (image) => ({ image: await toBase64(image) }))),
      ...(tags !== undefined && { tags }),
      ...(topMatches !== undefined && { topMatches }),
    };
    const headers = { 'transaction-id': transactionId };
    return this.#call('POST', `/api/face/v1/${name}`, { body, headers, options, member: 'result' });
  }

  /** Whether one or two images show a live person. */
  async liveness(images: readonly LivePicture[], options?: CallOptions): Promise<LivenessAnswer> {
    const body = { liveImages: await liveImages(images) };
    return this.#call('POST', '/api/v1/livenessdetection', { body, options, member: 'live' });
  }

  /** Whether the video shows a live person. */
  async videoLiveness(video: Picture, options?: CallOptions): Promise<LivenessAnswer> {
    const body = { video: await toBase64(video) };
    return this.#call('POST', '/api/v1/videolivenessdetection', { body, options, member: 'live' });
  }

  /** Whether the live images show a live person who matches the ID photo. */
  async photoVerify(
    photo: Picture,
    images: readonly LivePicture[],
    { securityObject, ...options }: PhotoVerifyOptions = {},
  ): Promise<PhotoVerifyAnswer> {
    const body = {
      photo: await toBase64(photo),
      liveImages: await liveImages(images),
      ...(securityObject && { securityObject: await toBase64(securityObject) }),
    };
    return this.#call('POST', '/api/v1/photoverify', {
      body,
      options,
      member: 'verificationLevel',
    });
  }

  /** Measures of ISO/IEC 29794-5 for the largest face. */
  async quality(image: Picture, options?: CallOptions): Promise<QualityAnswer> {
    const body = { image: await toBase64(image) };
    return this.#call('POST', '/api/ofiq/v1/faceimagequality', {
      body,
      options,
      member: 'qualityMeasurements',
    });
  }

  /**
   * A task token for a browser or phone: the right to one task for one person.
   * @param bcid `storage.partition.classId`; undefined only for the task `livenessdetection`
   */
  taskToken(
    bcid: string | undefined,
    { signal, referenceNumber, ...wanted }: TaskTokenOptions = {},
  ): Promise<string> {
    const query = queryOf({ id: this.#options.id, bcid, ...wanted });
    const options = given({ signal, referenceNumber });
    return this.#call('GET', `/token?${query}`, { options, basic: true, expected: 'token' });
  }

  /** The result of the token's task, which you can trust. Undefined: nothing has run yet. */
  async taskResult(token: string, options?: CallOptions): Promise<TaskResult | undefined> {
    const path = `/api/task/v1/result?${queryOf({ tokenid: tokenIdOf(token) })}`;
    const expected = { member: 'tokenid', orNone: true } as const;
    return this.#call('GET', path, { options, basic: true, expected });
  }

  /** Creates a session that a browser runs. Its result is signed. Keep its nonce. */
  async createLivenessSession({
    signal,
    referenceNumber,
    sandboxOutcome,
    ...demanded
  }: LivenessSessionOptions): Promise<CreatedLivenessSession> {
    const body = await sessionBody(demanded);
    const options = given({ signal, referenceNumber, sandboxOutcome });
    return this.#call('POST', SESSIONS, { body, options, member: 'sessionId' });
  }

  /** State of the session. Verify `result` with `verifyLivenessResult`. @throws NotFoundError */
  async livenessSession(sessionId: string, options?: CallOptions): Promise<LivenessSession> {
    return this.#call('GET', `${SESSIONS}/${segment(sessionId)}`, { options, member: 'state' });
  }

  /** Erases the session with its images, and returns a receipt. @throws NotFoundError */
  async deleteLivenessSession(
    sessionId: string,
    options?: CallOptions,
  ): Promise<{ readonly receipt: string }> {
    return this.#call('DELETE', `${SESSIONS}/${segment(sessionId)}`, {
      options,
      member: 'receipt',
    });
  }

  /** A bearer token signed with the key. Reused for some minutes. */
  async bearerToken(): Promise<string> {
    const { id, key, audience = 'prosopon' } = this.#options;
    const now = Math.floor(Date.now() / 1000);
    if (this.#token !== undefined && this.#token.ends - TOKEN_MARGIN > now) return this.#token.text;
    if (key === undefined)
      throw new InvalidOptionError('key: operations need the key of the client');
    const ends = now + TOKEN_LIFE;
    const secret = fromBase64(key);
    const text = await new SignJWT()
      .setProtectedHeader({ alg: algorithmFor(secret.length) })
      .setSubject(id)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(ends)
      .sign(secret);
    this.#token = { text, ends };
    return text;
  }

  async #basic(): Promise<string> {
    const { id, secret } = this.#options;
    if (secret === undefined)
      throw new InvalidOptionError('secret: task tokens need the secret of the client');
    return `Basic ${await toBase64(new TextEncoder().encode(`${id}:${secret}`))}`;
  }

  async #call<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    {
      body,
      headers = {},
      options = {},
      basic = false,
      repeatable = true,
      member = '',
      expected = { member },
    }: {
      readonly body?: unknown;
      /** Of every answer of the service to this call. */
      readonly member?: string;
      readonly expected?: Expected;
      readonly headers?: Readonly<Record<string, string>>;
      readonly options?: CallOptions | undefined;
      readonly basic?: boolean;
      readonly repeatable?: boolean;
    },
  ): Promise<Answer> {
    const authorize = async () => (basic ? this.#basic() : `Bearer ${await this.bearerToken()}`);
    const call = { method, path, body, headers, options, repeatable, expected };
    return (await this.#http.call(call, authorize)) as Answer;
  }
}

/** The strongest that a key of so many bytes may be used with (RFC 7518 section 3.2). */
const algorithmFor = (bytes: number) => (bytes >= 64 ? 'HS512' : bytes >= 48 ? 'HS384' : 'HS256');

const liveImages = (images: readonly LivePicture[]) =>
  Promise.all(
    images.map(async (one) => {
      const { image, tags, burst } =
        typeof one === 'object' && 'image' in one
          ? one
          : { image: one, tags: undefined, burst: undefined };
      return {
        image: await toBase64(image),
        ...(tags !== undefined && { tags }),
        ...(burst !== undefined && { burst: await framesOf(burst) }),
      };
    }),
  );

const queryOf = (members: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  );

const given = ({
  signal,
  referenceNumber,
  sandboxOutcome,
}: {
  readonly signal: AbortSignal | undefined;
  readonly referenceNumber: string | undefined;
  readonly sandboxOutcome?: string | undefined;
}): CallOptions => ({
  ...(sandboxOutcome !== undefined && { sandboxOutcome }),
  ...(signal !== undefined && { signal }),
  ...(referenceNumber !== undefined && { referenceNumber }),
});
