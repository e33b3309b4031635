/** One call over HTTP. Retries while that helps, and returns a value or a typed error. */
import { ConnectionError, ProsoponError, RefusedError } from './errors.ts';
import { InexactEngineError } from './exact-json.ts';
import { addressOf } from './options.ts';
import { answerOf, type Expected, refusalOf, refuseRedirect } from './response.ts';

export interface HttpOptions {
  /** Address of the service. */
  readonly url: string;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Most retries of a call without response or with a temporary refusal. Default: 3. */
  readonly retries?: number;
  /** Timeout of each attempt in milliseconds. Default: 60 000. */
  readonly timeout?: number;
}

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Recorded in the bookkeeping, such as a case or an order. */
  readonly referenceNumber?: string;
  /** Of a sandbox client: how the call ends, `success` or an error code. */
  readonly sandboxOutcome?: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Includes the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly expected: Expected;
  /** Whether repeating the call is harmless. */
  readonly repeatable: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly options: CallOptions;
}

const RETRIES = 3;
const TIMEOUT = 60_000;
/** Statuses that end by themselves. A proxy sends 502 and 504 while the service restarts. */
const TEMPORARY: ReadonlySet<number> = new Set([409, 429, 502, 503, 504]);
/** Milliseconds before the first retry. Each further retry doubles them, with some variation. */
const FIRST_WAIT = 500;
/** Longest wait in milliseconds that the service may ask for. Beyond it, the caller decides. */
const LONGEST_WAIT = 30_000;

/** An id as one segment of a path. @throws TypeError it would name another place */
export function segment(id: unknown): string {
  const text = encodeURIComponent(String(id));
  // Addresses resolve these, encoded or not.
  if (text === '.' || text === '..') throw new TypeError(`Prosopon: "${text}" is not an id`);
  return text;
}

/** Sends calls to one service. */
export class Http {
  readonly #url: string;
  readonly #fetch: typeof fetch;
  readonly #retries: number;
  readonly #timeout: number;

  constructor({ url, fetch: own, retries = RETRIES, timeout = TIMEOUT }: HttpOptions) {
    this.#url = addressOf(url);
    this.#fetch = own ?? ((...call) => globalThis.fetch(...call));
    this.#retries = retries;
    this.#timeout = timeout;
  }

  /** Resolves to the JSON or text of the response. Undefined: 204. @throws ProsoponError */
  async call(call: Call, authorize: () => Promise<string>): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(call, await authorize());
      if (!('error' in outcome)) return outcome.value;
      const wait = waitAfter(outcome.error, attempt);
      const refused = outcome.error instanceof RefusedError && outcome.error.byService;
      if (wait === undefined || !(refused || call.repeatable) || attempt >= this.#retries)
        throw outcome.error;
      await sleep(wait, call.options.signal);
    }
  }

  async #attempt(
    { method, path, body, headers, expected, options }: Call,
    authorization: string,
  ): Promise<{ readonly value: unknown } | { readonly error: ProsoponError }> {
    const { signal, referenceNumber, sandboxOutcome } = options;
    const timeout = AbortSignal.timeout(this.#timeout);
    const asked = { method, address: this.#url + path.replace(/\?.*/, '') };
    try {
      const response = await this.#fetch(this.#url + path, {
        method,
        headers: {
          ...headers,
          authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(referenceNumber !== undefined && { 'reference-number': referenceNumber }),
          ...(sandboxOutcome !== undefined && { 'sandbox-outcome': sandboxOutcome }),
        },
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      refuseRedirect(response, asked);
      const text = await response.text();
      if (!response.ok) return { error: refusalOf(response, text, asked) };
      return { value: answerOf(response, text, expected, asked) };
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof ProsoponError) return { error: cause };
      if (cause instanceof InexactEngineError) throw cause;
      const about = timeout.aborted ? `no answer in ${this.#timeout} ms` : 'no connection';
      return { error: new ConnectionError(`${method} ${asked.address}: ${about}`, { cause }) };
    }
  }
}

/** Milliseconds to wait before the next attempt. Undefined: a retry would not help. */
function waitAfter(error: ProsoponError, attempt: number): number | undefined {
  const backOff = FIRST_WAIT * 2 ** attempt * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError) return backOff;
  if (!(error instanceof RefusedError) || !TEMPORARY.has(error.status)) return undefined;
  const asked = (error.retryAfter ?? 0) * 1000;
  return asked > LONGEST_WAIT ? undefined : Math.max(asked, backOff);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const end = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      done();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
