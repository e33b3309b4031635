/** The task of a task token, for the browser or phone that holds it. */
import type { ChallengeAnswer, OwnLivenessSession, TaskAnswer, UploadAnswer } from './answers.ts';
import { type BurstFrame, framesOf, type Picture, toBase64 } from './base64.ts';
import { InvalidOptionError } from './errors.ts';
import { type CallOptions, Http, type HttpOptions } from './http.ts';

export interface TaskOptions extends HttpOptions {
  /** From the application's server. */
  readonly token: string;
}

export interface UploadOptions extends CallOptions {
  /** Directions the head moved to since the previous sample. */
  readonly tags?: readonly ('up' | 'down' | 'left' | 'right')[];
  /** Small frames of that movement, from the capture module. */
  readonly burst?: readonly BurstFrame[] | undefined;
  /** The capture module's `report()` about the camera. */
  readonly capture?: unknown;
  /** Replaces the sample at this place, 0 to 7. */
  readonly index?: number;
}

export type TaskName = 'verify' | 'identify' | 'enroll' | 'livenessdetection' | 'livenesssession';

export class Task {
  readonly #http: Http;
  readonly #token: string;

  /** @throws InvalidOptionError */
  constructor(options: TaskOptions) {
    this.#http = new Http(options);
    if (typeof options.token !== 'string' || options.token === '')
      throw new InvalidOptionError('token: expected a task token of the application');
    this.#token = options.token;
  }

  /** Uploads a sample. A refused sample has reasons, and costs no attempt. */
  async upload(image: Picture, { tags, burst, capture, index, ...options }: UploadOptions = {}) {
    const body = {
      image: await toBase64(image),
      ...(tags !== undefined && { tags }),
      ...(burst !== undefined && { burst: await framesOf(burst) }),
      ...(capture !== undefined && { capture }),
      ...(index !== undefined && { index }),
    };
    return this.#call<UploadAnswer>('/api/v1/upload', 'accepted', options, body);
  }

  /** Begins an attempt of a token that tells its challenge only then. */
  challenge(options: CallOptions = {}): Promise<ChallengeAnswer> {
    return this.#call('/api/task/v1/challenge', 'challenge', options);
  }

  /**
   * Uses an attempt, and runs the task on the samples. The answer is for the person before the
   * camera. The application must trust only `Prosopon.taskResult`.
   */
  run(task: TaskName, options: CallOptions = {}): Promise<TaskAnswer> {
    return this.#call(`/api/task/v1/${task}`, 'success', options);
  }

  /** Demands and state of the token's liveness session. */
  livenessSession(options: CallOptions = {}): Promise<OwnLivenessSession> {
    return this.#call('/api/task/v1/livenesssession', 'state', options, undefined, 'GET');
  }

  /** Repeating a call returns the previous answer. */
  async #call<Answer>(
    path: string,
    member: string,
    options: CallOptions,
    body?: unknown,
    method: 'GET' | 'POST' = 'POST',
  ): Promise<Answer> {
    const expected = { member };
    const call = { method, path, body, headers: {}, options, repeatable: true, expected } as const;
    return (await this.#http.call(call, async () => `Bearer ${this.#token}`)) as Answer;
  }
}
