/** Calls of the page that holds the token of a liveness session. */
import type { FaceBody } from '../account/face-step.tsx';
import { Refusal } from '../account/service.ts';
import { at } from '../root.ts';
import type { Challenge, Judged, OwnSession, Uploaded } from './answers.ts';

/** @param token of the session */
export function sessionCalls(token: string) {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(at(path), { method, headers, ...sent }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (response === undefined || answer === undefined) throw new Refusal(0, '');
    if (response.ok) return answer as T;
    const wait = response.headers.get('retry-after');
    const retryAfter = wait === null ? undefined : Number(wait);
    throw new Refusal(response.status, answer.Message ?? '', { retryAfter });
  };
  return {
    state: () => call<OwnSession>('GET', '/api/task/v1/livenesssession'),

    /** Begins an attempt, or finds the waiting one. */
    challenge: () => call<Challenge>('POST', '/api/task/v1/challenge'),

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
