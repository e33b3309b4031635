/**
 * A client written from the documentation of the original service alone: it imports nothing of this
 * one, signs for 1000 minutes as the original tools do, and knows only the documented shapes.
 */
import { createHmac, randomUUID } from 'node:crypto';

export interface Registration {
  readonly id: string;
  readonly secret: string;
  /** Base64 of 64 bytes. */
  readonly key: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the shapes say
  readonly body: any;
}

const LIFETIME = 1000 * 60;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT as the tools of the original service make it. */
export function sign({ id, key }: Registration, audience: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, iss: id, aud: audience, iat: now, nbf: now, exp: now + LIFETIME };
  const signed = `${encode({ alg: 'HS512', typ: 'JWT' })}.${encode({ ...claims, jti: randomUUID() })}`;
  const signature = createHmac('sha512', Buffer.from(key, 'base64')).update(signed);
  return `${signed}.${signature.digest('base64url')}`;
}

export function createOriginalClient(
  baseUrl: string,
  registration: Registration,
  audience: string,
) {
  const basic = `Basic ${Buffer.from(`${registration.id}:${registration.secret}`).toString('base64')}`;
  const call = async (method: string, path: string, headers: object, body?: object) => {
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
    return answer;
  };
  const authorized = (method: string, path: string, body?: object, more = {}) => {
    const bearer = { Authorization: `Bearer ${sign(registration, audience)}` };
    return call(method, path, { ...bearer, 'Reference-Number': 'R-1', ...more }, body);
  };
  return {
    token: (query: Record<string, string>) =>
      call('GET', `/token?${new URLSearchParams({ id: registration.id, ...query })}`, {
        Authorization: basic,
      }),
    authorization: (query: Record<string, string>) =>
      call('GET', `/oauth/authorization?${new URLSearchParams(query)}`, {}),
    userInformation: (token: string) =>
      call('GET', '/people/me', { Authorization: `Bearer ${token}` }),
    verify: (classId: string, image: string) =>
      authorized('POST', `/api/face/v1/verify/${classId}`, { image }),
    livenessDetection: (liveImages: object[]) =>
      authorized('POST', '/api/v1/livenessdetection', { liveImages }),
    photoVerify: (liveImages: object[], photo: string, disableLivenessDetection = false) =>
      authorized('POST', '/api/v1/photoverify', { liveImages, photo, disableLivenessDetection }),
    videoLivenessDetection: (video: string) =>
      authorized('POST', '/api/v1/videolivenessdetection', { video }),
    search: (images: string[], more: object, transaction?: string) =>
      authorized(
        'POST',
        '/api/face/v1/search',
        { images: images.map((image) => ({ image })), ...more },
        transaction === undefined ? {} : { 'Transaction-ID': transaction },
      ),
    templateStatus: (classId: string, thumbnails: boolean) =>
      authorized('GET', `/api/face/v1/template/status/${classId}?DownloadThumbnails=${thumbnails}`),
    faceImageQuality: (image: string) =>
      authorized('POST', '/api/ofiq/v1/faceimagequality', { image }),
    withoutCredentials: (path: string) => call('POST', path, {}, {}),
  };
}
