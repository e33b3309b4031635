/** Calls a running service over its HTTP interface. */

import { setTimeout as sleep } from 'node:timers/promises';
import { makeClientToken } from '../../access/clients/client-token.ts';
import {
  isKeyLength,
  LEAST_KEY_BYTES,
  MOST_KEY_BYTES,
} from '../../access/clients/signing-algorithm.ts';
import { mapLeaves, textOfBytes } from '../../contract/wire.ts';
import { MINUTE_SECONDS } from '../../durations.ts';
import {
  ERROR_CODES,
  type ErrorCode,
  InvalidArgument,
  ServiceError,
  Unauthenticated,
  Unavailable,
} from '../../errors.ts';
import { parseExact } from '../../text/exact-json.ts';
import { audienceAt, readConfig } from '../environment.ts';
import type { Faces, TargetOptions } from './faces.ts';

/** Concurrent calls: enough to keep a few cores busy, too few to fill the queue. */
const LANES = 4;
type Headers = Readonly<Record<string, string>>;

/** Every call has its own token: no setting `jwtLifetimeMinutes` allows a shorter life. */
const TOKEN_SECONDS = MINUTE_SECONDS;

const ATTEMPTS = 5;
const MOST_SECONDS_TO_WAIT = 10;

/** @throws InvalidArgument the address, client or key is missing or malformed */
export function openRemoteFaces(options: TargetOptions): Faces {
  const call = connect(options);
  return {
    lanes: LANES,
    async call({ http }, request, { classId, transactionId } = {}) {
      const body = mapLeaves(request, textOfBytes) as Readonly<Record<string, unknown>>;
      const sent = http.list?.only ? body[http.list.member] : body;
      const answer = await call(
        http.method,
        http.path.replace(':classId', String(classId)),
        http.method === 'POST' || http.method === 'PUT' ? sent : undefined,
        transactionId === undefined ? {} : { 'transaction-id': transactionId },
      );
      return answer as never;
    },
    close: async () => {},
  };
}

function connect({ url, client, key }: TargetOptions) {
  if (url === undefined || !URL.canParse(url) || !/^https?:/.test(url))
    throw new InvalidArgument(`--url ${url}: expected an address such as http://127.0.0.1:8080`);
  if (client === undefined || key === undefined)
    throw new InvalidArgument(
      '--url needs the client and its signing key: --client and --key, ' +
        'or PROSOPON_ID and PROSOPON_KEY.',
    );
  const base = url.replace(/\/+$/, '');
  const secret = Buffer.from(key, 'base64');
  if (!isKeyLength(secret.length))
    throw new InvalidArgument(
      '--key: expected the key as "client create" printed it, ' +
        `base64 of ${LEAST_KEY_BYTES} to ${MOST_KEY_BYTES} bytes`,
    );

  const audience = audienceAt(readConfig(), base);
  const request = async (
    method: string,
    path: string,
    body: unknown,
    headers?: Headers,
  ): Promise<Response> => {
    const token = await makeClientToken(client, secret, audience, TOKEN_SECONDS);
    const init: RequestInit = {
      method,
      // A redirect would carry the token elsewhere, and make a GET of a POST.
      redirect: 'manual',
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

  return async (...asked: Parameters<typeof request>): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      const response = await request(...asked);
      if (response.ok) return answerIn(await response.text(), base);
      const target = response.headers.get('location');
      if (response.status < 400)
        throw new InvalidArgument(
          `--url ${base}: redirects to ${target ?? 'nowhere'} (${response.status}). ` +
            'Name the address of the service itself.',
        );
      if (response.status !== 503 || attempt >= ATTEMPTS) throw await errorOf(response, base);
      const wait = Number(response.headers.get('retry-after')) || 1;
      await response.body?.cancel();
      await sleep(Math.min(wait, MOST_SECONDS_TO_WAIT) * 1000);
    }
  };
}

/** Characters of a foreign answer in the message. */
const EXCERPT = 80;

const excerpt = (text: string) =>
  JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, EXCERPT));

function answerIn(text: string, base: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new ServiceError(
      'Internal',
      `--url ${base}: not an answer of Prosopon: ${excerpt(text)}. Is a proxy or login page in front of it?`,
    );
  }
}

function reasonOf(cause: unknown): string {
  const code = ((cause as Error).cause as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? '' : ` (${code})`;
}

/** Error codes by status. Of the two with 408, a caller that reads the answer did not cancel. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  ...Object.fromEntries(
    Object.entries(ERROR_CODES).map(([code, { http }]) => [http, code as ErrorCode]),
  ),
  408: 'DeadlineExceeded',
  ...{ 413: 'InvalidArgument', 414: 'InvalidArgument', 415: 'InvalidArgument' },
};

async function errorOf(response: Response, base: string): Promise<ServiceError> {
  const { status } = response;
  const text = await response.text();
  const message = messageIn(text);
  if (message === undefined)
    return new ServiceError(
      status === 401 ? 'Unauthenticated' : 'Internal',
      `--url ${base}: answered ${status}, but not as Prosopon does: ${excerpt(text)}.`,
    );
  if (status === 401)
    return new ServiceError(
      'Unauthenticated',
      `${new Unauthenticated().message} Are --client and --key right, and both clocks? ` +
        'Is PROSOPON_AUDIENCE the same here as there?',
    );
  const code = CODES[status] ?? 'Internal';
  // Commands continue after an error about a single image, which its class tells.
  return code === 'InvalidArgument'
    ? new InvalidArgument(message)
    : new ServiceError(code, message);
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
