/** The service as an application's server uses it, by its key and secret. */
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
import { type CallOptions, Http, type HttpOptions } from './http.ts';
import { type LivenessSessionOptions, sessionBody } from './liveness.ts';
import type { operations } from './openapi.ts';

export interface PhotoVerifyOptions extends CallOptions {
  /** EF.SOD of the chip whose EF.DG2 the photo is. */
  readonly securityObject?: Picture;
}

export interface ProsoponOptions extends HttpOptions {
  /** Client id, as `prosopon client create` prints it. */
  readonly id: string;
  /** Base64; signs the calls of operations. */
  readonly key?: string;
  /** For task tokens and their results. */
  readonly secret?: string;
  /** What the tokens that it signs are for. Default: `prosopon`. */
  readonly audience?: string;
}

/** A live image; the second one may carry where the head was told to move. */
export type LivePicture =
  | Picture
  | {
      readonly image: Picture;
      readonly tags?: readonly ('up' | 'down' | 'left' | 'right')[];
      /** As the capture module takes it. */
      readonly burst?: readonly BurstFrame[];
    };

export interface SearchOptions extends CallOptions {
  /** Transaction of the audit trail: why somebody is searched for. */
  readonly transactionId: string;
  /** Only templates that carry all of these. */
  readonly tags?: readonly string[];
}

type TokenQuery = operations['getToken']['parameters']['query'];
/** Words of the query that are yes or no. */
type Flags = 'livedetection' | 'challenge' | 'autoenroll';
export type TaskTokenOptions = Omit<TokenQuery, 'id' | 'bcid' | Flags> &
  Readonly<Partial<Record<Flags, boolean>>> &
  CallOptions;

const SESSIONS = '/api/v1/liveness-sessions';

/** Seconds for which a signed token lives, and before its end in which another one is made. */
const TOKEN_LIFE = 300;
const TOKEN_MARGIN = 60;

export class Prosopon {
  readonly #http: Http;
  readonly #options: ProsoponOptions;
  #token: { readonly text: string; readonly ends: number } | undefined;

  constructor(options: ProsoponOptions) {
    this.#options = options;
    this.#http = new Http(options);
  }

  /** Adds the faces in the images to the template of the class, which is made where there is none. */
  async enroll(
    classId: ClassId,
    images: readonly Picture[],
    { consent, ...options }: CallOptions & { readonly consent?: string } = {},
  ): Promise<EnrollAnswer> {
    const body = {
      images: await Promise.all(images.map(async (image) => ({ image: await toBase64(image) }))),
      ...(consent !== undefined && { consent }),
    };
    const path = `/api/face/v1/enroll/${classId}`;
    return this.#call('POST', path, { body, options, repeatable: false });
  }

  /** Whether the face in the image is that of the class. A “no” is an answer, no error. */
  async verify(classId: ClassId, image: Picture, options?: CallOptions): Promise<VerifyAnswer> {
    const body = { image: await toBase64(image) };
    return this.#call('POST', `/api/face/v1/verify/${classId}`, { body, options });
  }

  templateStatus(classId: ClassId, options?: CallOptions): Promise<TemplateStatus> {
    return this.#call('GET', `/api/face/v1/template/status/${classId}`, { options });
  }

  /** Replaces the tags of a template. */
  async setTags(classId: ClassId, tags: readonly string[], options?: CallOptions): Promise<void> {
    await this.#call('PUT', `/api/face/v1/template/${classId}/tags`, { body: tags, options });
  }

  /** Erases the template. @throws NotFoundError there is none, also where a lost answer erased it */
  async deleteTemplate(classId: ClassId, options?: CallOptions): Promise<void> {
    await this.#call('DELETE', `/api/face/v1/template/${classId}`, { options });
  }

  /** Who the people in the images are most like, whoever they are. */
  search(images: readonly Picture[], options: SearchOptions): Promise<SearchAnswer> {
    return this.#search('search', images, options);
  }

  /** Who the people in the images are. */
  identify(images: readonly Picture[], options: SearchOptions): Promise<SearchAnswer> {
    return this.#search('identify', images, options);
  }

  async #search(
    name: 'search' | 'identify',
    images: readonly Picture[],
    { transactionId, tags, ...options }: SearchOptions,
  ): Promise<SearchAnswer> {
    const body = {
      images: await Promise.all(images.map(async (image) => ({ image: await toBase64(image) }))),
      ...(tags !== undefined && { tags }),
    };
    const headers = { 'transaction-id': transactionId };
    return this.#call('POST', `/api/face/v1/${name}`, { body, headers, options });
  }

  /** Whether the person in one or two images is there. */
  async liveness(images: readonly LivePicture[], options?: CallOptions): Promise<LivenessAnswer> {
    const body = { liveImages: await liveImages(images) };
    return this.#call('POST', '/api/v1/livenessdetection', { body, options });
  }

  /** Whether the person in the video is there. */
  async videoLiveness(video: Picture, options?: CallOptions): Promise<LivenessAnswer> {
    const body = { video: await toBase64(video) };
    return this.#call('POST', '/api/v1/videolivenessdetection', { body, options });
  }

  /** Whether the person in the live images is there, and the one on the ID photo. */
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
    return this.#call('POST', '/api/v1/photoverify', { body, options });
  }

  /** The measures of ISO/IEC 29794-5 of the largest face. */
  async quality(image: Picture, options?: CallOptions): Promise<QualityAnswer> {
    const body = { image: await toBase64(image) };
    return this.#call('POST', '/api/ofiq/v1/faceimagequality', { body, options });
  }

  /**
   * A task token for a browser or a phone: the right to do one task for one person.
   * @param bcid `storage.partition.classId`; undefined only for the task `livenessdetection`
   */
  taskToken(
    bcid: string | undefined,
    { signal, referenceNumber, ...wanted }: TaskTokenOptions = {},
  ): Promise<string> {
    const query = queryOf({ id: this.#options.id, bcid, ...wanted });
    const options = given({ signal, referenceNumber });
    return this.#call('GET', `/token?${query}`, { options, basic: true });
  }

  /** How the task of the token ended: what to trust. Undefined: nothing has run yet. */
  taskResult(token: string, options?: CallOptions): Promise<TaskResult | undefined> {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { tokenid } = JSON.parse(atob(claims)) as { readonly tokenid: string };
    const path = `/api/task/v1/result?${queryOf({ tokenid })}`;
    return this.#call('GET', path, { options, basic: true });
  }

  /** A session that a browser runs, for a result that is signed. Keep its nonce. */
  async createLivenessSession({
    signal,
    referenceNumber,
    ...demanded
  }: LivenessSessionOptions): Promise<CreatedLivenessSession> {
    const body = await sessionBody(demanded);
    const options = given({ signal, referenceNumber });
    return this.#call('POST', SESSIONS, { body, options });
  }

  /** How far it is; verify its `result` by `verifyLivenessResult`. @throws NotFoundError */
  livenessSession(sessionId: string, options?: CallOptions): Promise<LivenessSession> {
    return this.#call('GET', `${SESSIONS}/${sessionId}`, { options });
  }

  /** Erases it with its images; the answer is a receipt. @throws NotFoundError */
  deleteLivenessSession(
    sessionId: string,
    options?: CallOptions,
  ): Promise<{ readonly receipt: string }> {
    return this.#call('DELETE', `${SESSIONS}/${sessionId}`, { options });
  }

  /** A bearer token that the key has signed; the same one for some minutes. */
  async bearerToken(): Promise<string> {
    const { id, key, audience = 'prosopon' } = this.#options;
    const now = Math.floor(Date.now() / 1000);
    if (this.#token !== undefined && this.#token.ends - TOKEN_MARGIN > now) return this.#token.text;
    if (key === undefined) throw new TypeError('Prosopon: operations need the key of the client');
    const ends = now + TOKEN_LIFE;
    const text = await new SignJWT()
      .setProtectedHeader({ alg: 'HS512' })
      .setSubject(id)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(ends)
      .sign(fromBase64(key));
    this.#token = { text, ends };
    return text;
  }

  async #basic(): Promise<string> {
    const { id, secret } = this.#options;
    if (secret === undefined) throw new TypeError('Prosopon: task tokens need the secret');
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
    }: {
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly options?: CallOptions | undefined;
      readonly basic?: boolean;
      readonly repeatable?: boolean;
    },
  ): Promise<Answer> {
    const authorize = async () => (basic ? this.#basic() : `Bearer ${await this.bearerToken()}`);
    const call = { method, path, body, headers, options, repeatable };
    return (await this.#http.call(call, authorize)) as Answer;
  }
}

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
}: {
  readonly signal: AbortSignal | undefined;
  readonly referenceNumber: string | undefined;
}): CallOptions => ({
  ...(signal !== undefined && { signal }),
  ...(referenceNumber !== undefined && { referenceNumber }),
});
