/** The one task of a task token, as the browser or phone does that holds it. */
import type { ChallengeAnswer, OwnLivenessSession, TaskAnswer, UploadAnswer } from './answers.ts';
import { type BurstFrame, framesOf, type Picture, toBase64 } from './base64.ts';
import { type CallOptions, Http, type HttpOptions } from './http.ts';

export interface TaskOptions extends HttpOptions {
  /** As the application's server got it. */
  readonly token: string;
}

export interface UploadOptions extends CallOptions {
  /** Where the head has moved to since the sample before. */
  readonly tags?: readonly ('up' | 'down' | 'left' | 'right')[];
  /** Small frames of that movement, as the capture module takes them. */
  readonly burst?: readonly BurstFrame[] | undefined;
  /** What `report()` of the capture module tells of the camera. */
  readonly capture?: unknown;
  /** From 0 to 7: replaces the sample of that place. */
  readonly index?: number;
}

export type TaskName = 'verify' | 'identify' | 'enroll' | 'livenessdetection' | 'livenesssession';

export class Task {
  readonly #http: Http;
  readonly #token: string;

  constructor(options: TaskOptions) {
    this.#http = new Http(options);
    this.#token = options.token;
  }

  /** Hands in a sample. One that is not accepted says why; it costs no attempt. */
  async upload(image: Picture, { tags, burst, capture, index, ...options }: UploadOptions = {}) {
    const body = {
      image: await toBase64(image),
      ...(tags !== undefined && { tags }),
      ...(burst !== undefined && { burst: await framesOf(burst) }),
      ...(capture !== undefined && { capture }),
      ...(index !== undefined && { index }),
    };
    return this.#call<UploadAnswer>('/api/v1/upload', options, body);
  }

  /** Begins an attempt of a token that tells its challenge only then. */
  challenge(options: CallOptions = {}): Promise<ChallengeAnswer> {
    return this.#call('/api/task/v1/challenge', options);
  }

  /**
   * Takes an attempt, and runs the task on the samples. The answer is for the person in front; the
   * application trusts `Prosopon.taskResult` alone.
   */
  run(task: TaskName, options: CallOptions = {}): Promise<TaskAnswer> {
    return this.#call(`/api/task/v1/${task}`, options);
  }

  /** What the liveness session of the token demands, and how far it is. */
  livenessSession(options: CallOptions = {}): Promise<OwnLivenessSession> {
    return this.#call('/api/task/v1/livenesssession', options, undefined, 'GET');
  }

  /** Asked again, each of them gives the answer of before. */
  async #call<Answer>(
    path: string,
    options: CallOptions,
    body?: unknown,
    method: 'GET' | 'POST' = 'POST',
  ): Promise<Answer> {
    const call = { method, path, body, headers: {}, options, repeatable: true } as const;
    return (await this.#http.call(call, async () => `Bearer ${this.#token}`)) as Answer;
  }
}
