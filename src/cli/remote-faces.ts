/** Enrol, verify and template commands against a running service, over its HTTP interface. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  InvalidArgument,
  NotFound,
  PermissionDenied,
  ServiceError,
  Unauthenticated,
  Unavailable,
} from '../errors.ts';
import { parseExact } from '../protocols/http/exact-json.ts';
import { makeClientToken } from './client-token.ts';
import {
  type EnrollAnswer,
  type Faces,
  type LivenessAnswer,
  type PhotoVerifyAnswer,
  type QualityAnswer,
  SAME_PERSON,
  type SearchAnswer,
  type StatusAnswer,
  type TargetOptions,
  type VerifyAnswer,
} from './faces.ts';

type EnrolledOverHttp = Omit<EnrollAnswer, 'warnings'> & {
  readonly imageProperties: readonly {
    readonly qualityAssessments: readonly { readonly check: string; readonly message: string }[];
  }[];
};

/** Calls in flight: enough to keep a few cores of the service busy, not enough to fill its queue. */
const LANES = 4;
type Headers = Readonly<Record<string, string>>;

type FoundOverHttp = Omit<SearchAnswer, 'result'> & {
  readonly result: readonly {
    readonly matches: readonly { readonly classId: number | bigint; readonly score: number }[];
  }[];
};

const ATTEMPTS = 5;
const MOST_SECONDS_TO_WAIT = 10;

/** @throws InvalidArgument the address, client or key is missing or malformed */
export function openRemoteFaces(options: TargetOptions): Faces {
  const { call } = connect(options);
  const image = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    lanes: LANES,
    async enroll(classId, bytes, consent) {
      const path = `/api/face/v1/enroll/${classId}`;
      const answer = await call<EnrolledOverHttp>('POST', path, {
        images: [{ image: image(bytes) }],
        consent,
      });
      const { performedAction, enrolledImages, errors, imageProperties } = answer;
      const warnings = imageProperties[0]?.qualityAssessments ?? [];
      return {
        performedAction,
        enrolledImages,
        errors,
        warnings: warnings.filter(({ check }) => check === SAME_PERSON),
      };
    },
    async verify(classId, bytes) {
      const path = `/api/face/v1/verify/${classId}`;
      const answer = await call<VerifyAnswer>('POST', path, { image: image(bytes) });
      const { status, verified, score, errors } = answer;
      return { status, verified, score, errors };
    },
    async search(images, { transactionId, ...request }) {
      const body = { images: images.map((bytes) => ({ image: image(bytes) })), ...request };
      const headers = { 'transaction-id': transactionId };
      const answer = await call<FoundOverHttp>('POST', '/api/face/v1/search', body, headers);
      const { status, errors, result } = answer;
      const exact = result.map(({ matches }) => ({
        matches: matches.map(({ classId, score }) => ({ classId: BigInt(classId), score })),
      }));
      return { status, errors, result: exact };
    },
    async liveness(images) {
      const body = { liveImages: images.map(({ bytes, tags }) => ({ image: image(bytes), tags })) };
      return livenessAnswer(await call('POST', '/api/v1/livenessdetection', body));
    },
    async videoLiveness(bytes) {
      const body = { video: image(bytes) };
      return livenessAnswer(await call('POST', '/api/v1/videolivenessdetection', body));
    },
    async photoVerify(photo, images, disableLivenessDetection) {
      const liveImages = images.map(({ bytes, tags }) => ({ image: image(bytes), tags }));
      const body = { photo: image(photo), liveImages, disableLivenessDetection };
      const answer = await call<PhotoVerifyAnswer>('POST', '/api/v1/photoverify', body);
      const { verificationLevel, verificationScore, live, livenessScore, errors, debug } = answer;
      return {
        ...{ verificationLevel, verificationScore, live, livenessScore, errors },
        ...(debug && { debug }),
      };
    },
    async quality(bytes) {
      const path = '/api/ofiq/v1/faceimagequality';
      const answer = await call<QualityOverHttp>('POST', path, { image: image(bytes) });
      return { measurements: answer.qualityMeasurements, errors: answer.errors };
    },
    async status(classId) {
      const path = `/api/face/v1/template/status/${classId}`;
      const answer = await call<StatusAnswer & { readonly thumbnails: unknown }>('GET', path);
      const { thumbnails: _, ...status } = answer;
      // The number in the answer may be beyond what JSON.parse keeps exactly.
      return { ...status, classId };
    },
    async setTags(classId, tags) {
      await call('PUT', `/api/face/v1/template/${classId}/tags`, tags);
    },
    async delete(classId) {
      await call('DELETE', `/api/face/v1/template/${classId}`);
    },
    close: async () => {},
  };
}

type QualityOverHttp = Pick<QualityAnswer, 'errors'> & {
  readonly qualityMeasurements: QualityAnswer['measurements'];
};

type LivenessOverHttp = Omit<LivenessAnswer, 'images'> & {
  readonly imageProperties: readonly {
    readonly frameNumber: number;
    readonly faces: readonly Omit<LivenessAnswer['images'][number], 'frameNumber'>[];
  }[];
};

function livenessAnswer(answer: LivenessOverHttp): LivenessAnswer {
  const { live, livenessScore, errors, imageProperties, debug } = answer;
  const images = imageProperties.map(({ frameNumber, faces: [face] }) => ({
    textureLivenessScore: face?.textureLivenessScore ?? 0,
    motionLivenessScore: face?.motionLivenessScore ?? 0,
    movementDirection: face?.movementDirection ?? 0,
    frameNumber,
  }));
  return { live, livenessScore, errors, images, ...(debug && { debug }) };
}

interface Connection {
  call<T>(method: string, path: string, body?: unknown, headers?: Headers): Promise<T>;
}

function connect({ url, client, key }: TargetOptions): Connection {
  if (url === undefined || !URL.canParse(url) || !/^https?:/.test(url))
    throw new InvalidArgument(`--url ${url}: expected an address such as http://127.0.0.1:8080`);
  if (client === undefined || key === undefined)
    throw new InvalidArgument(
      '--url needs the client and its signing key: --client and --key, ' +
        'or PROSOPON_CLIENT and PROSOPON_KEY.',
    );
  const base = url.replace(/\/+$/, '');
  const secret = Buffer.from(key, 'base64');
  if (secret.length !== 64)
    throw new InvalidArgument('--key: expected the base64 of 64 bytes "client create" printed');

  const request = async (
    method: string,
    path: string,
    body: unknown,
    headers?: Headers,
  ): Promise<Response> => {
    const token = await makeClientToken({
      clientId: client,
      key: secret,
      audience: 'prosopon',
      seconds: 300,
    });
    const init: RequestInit = {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
    };
    if (body !== undefined) {
      init.headers = { ...init.headers, 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    try {
      return await fetch(base + path, init);
    } catch (cause) {
      throw new Unavailable(`No service answers at ${base}${reasonOf(cause)}.`);
    }
  };

  return {
    async call<T>(method: string, path: string, body?: unknown, headers?: Headers): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        const response = await request(method, path, body, headers);
        if (response.ok) return parseExact(await response.text()) as T;
        if (response.status === 503 && attempt < ATTEMPTS) {
          const wait = Number(response.headers.get('retry-after')) || 1;
          await response.body?.cancel();
          await sleep(Math.min(wait, MOST_SECONDS_TO_WAIT) * 1000);
          continue;
        }
        throw await errorOf(response, base);
      }
    },
  };
}

function reasonOf(cause: unknown): string {
  const code = ((cause as Error).cause as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? '' : ` (${code})`;
}

async function errorOf(response: Response, base: string): Promise<ServiceError> {
  const text = await response.text();
  const message = messageIn(text) ?? `${base} answered ${response.status}.`;
  switch (response.status) {
    case 400:
    case 413:
      return new InvalidArgument(message);
    case 401:
      return new ServiceError(
        'Unauthenticated',
        `${new Unauthenticated().message} Are --client and --key right, and both clocks?`,
      );
    case 403:
      return new PermissionDenied(message);
    case 404:
      return new NotFound(message);
    case 503:
      return new Unavailable(message);
    default:
      return new ServiceError('Internal', message);
  }
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
