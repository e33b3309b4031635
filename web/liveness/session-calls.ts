/** Calls of the page that holds the token of a liveness session. */
import type { FaceBody } from '../account/face-step.tsx';
import { Refusal, statusOf } from '../account/service.ts';
import { at } from '../root.ts';
import type { Challenge, Judged, OwnSession, Uploaded } from './answers.ts';

/** Milliseconds to wait before further tries, while a service restarts. */
const WAITS = [1000, 2000, 4000, 8000] as const;

/** @param token of the session */
export function sessionCalls(token: string) {
  const once = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(at(path), { method, headers, ...sent }).catch(() => undefined);
    if (response === undefined) throw new Refusal(0, '');
    const answer = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer as T;
    const wait = response.headers.get('retry-after');
    const retryAfter = wait === null ? undefined : Number(wait);
    const status = response.ok ? 0 : statusOf(response);
    throw new Refusal(status, answer?.Message ?? '', { retryAfter });
  };
  /** Pictures are not lost while the service restarts. Repeating a call returns the same answer. */
  const call = async <T>(...asked: Parameters<typeof once>): Promise<T> => {
    for (const wait of WAITS)
      try {
        return await once<T>(...asked);
      } catch (error) {
        if (!(error instanceof Refusal) || ![0, 503].includes(error.status)) throw error;
        await new Promise((done) => setTimeout(done, wait));
      }
    return once<T>(...asked);
  };
  return {
    state: () => once<OwnSession>('GET', '/api/task/v1/livenesssession'),

    /** Begins an attempt, or finds the waiting one. */
    challenge: () => once<Challenge>('POST', '/api/task/v1/challenge'),

    /** Uploads the images and has them judged. Stops at the first refused image. */
    async show({ images, capture }: FaceBody): Promise<Judged | Uploaded> {
      for (const [index, image] of images.entries()) {
        const body = { ...image, index, capture };
        const uploaded = await call<Uploaded>('POST', '/api/v1/upload', body);
        if (!uploaded.accepted) return uploaded;
      }
      return call<Judged>('POST', '/api/task/v1/livenesssession');
    },
  };
}
