/** Calls of our own pages to the service: JSON with cookies, closed to pages of other origins. */
import { MINUTE_MS } from '../../src/durations.ts';
import type { Flaw } from '../../src/errors.ts';
import { parseExact } from '../../src/text/exact-json.ts';
import { at } from '../root.ts';
import { signatureOf } from './browser-key.ts';

/** A refused member of a call, and the reason. */
interface RefusedMember {
  readonly field: string;
  readonly flaw: Flaw;
}

interface RefusalReason {
  readonly retryAfter?: number | undefined;
  readonly step?: string | undefined;
  readonly member?: RefusedMember | undefined;
}

/** The service refused the call. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** HTTP status. 0: no response. */
  readonly status: number;
  /** Seconds to wait before the next attempt. Only with 429 and 503. */
  readonly retryAfter: number | undefined;
  /** The step that the user must take before the call can succeed. */
  readonly step: string | undefined;
  readonly member: RefusedMember | undefined;

  constructor(status: number, message: string, { retryAfter, step, member }: RefusalReason = {}) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.step = step;
    this.member = member;
  }
}

/** Explains a failed call. Errors that did not come from the service also go to the console. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error(error);
  return new Refusal(0, '');
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Why a step is needed: the sign-in is too old, has ended, or shows too little for this call. */
export type SignInReason = 'stale' | 'over' | 'second-factor' | 'known-browser';

type SignInAgain = (reason: SignInReason) => Promise<boolean>;

let signInAgain: SignInAgain | undefined;

/** @param signIn lets the user sign in again, and tells whether they did; undefined: do not ask */
export function onSignInNeeded(signIn: SignInAgain | undefined): void {
  signInAgain = signIn;
}

/** Calls that sign in. They do not wait for another sign-in. */
const SIGN_IN = /^\/account\/v1\/sign-in(\/|$)/;

/** Says that a call is for the user. A session ends some time after the last one. */
const FOR_USER = { 'x-csrf': '1' };

/**
 * Repeats a call that needs a sign-in, or a fresh one, after the sign-in.
 * @param seen revision that the change is based on; the service checks it
 * @throws Refusal
 */
export async function ask<T>(
  method: Method,
  path: string,
  body?: unknown,
  seen?: string,
): Promise<T> {
  if (SIGN_IN.test(path)) return read<T>(await send(method, path, body));
  const headers = seen === undefined ? FOR_USER : { ...FOR_USER, 'if-match': `"${seen}"` };
  return afterSignIn(async () => read<T>(await send(method, path, body, headers)));
}

/**
 * Sends an attempt by face, signed if this browser has a key. Without, where the service knows it by
 * another one, as after its storage was cleared.
 * @param attempt as the service named it
 * @throws Refusal
 */
export async function sendFace<T>(path: string, attempt: string | null, body: unknown): Promise<T> {
  const signature = attempt && (await signatureOf(attempt, JSON.stringify(body)));
  const signed = signature ? { ...FOR_USER, 'x-browser-signature': signature } : FOR_USER;
  try {
    return read<T>(await send('POST', path, body, signed));
  } catch (error) {
    if (!(error instanceof Refusal && error.step === 'browser-key')) throw error;
    return read<T>(await send('POST', path, body));
  }
}

/** As `ask`, for what the page reads by itself. @throws Refusal */
export const watch = <T>(path: string): Promise<T> =>
  afterSignIn(async () => read<T>(await send('GET', path, undefined, {})));

/** Milliseconds within which a browser starts to save. */
const SAVED_WITHIN_MS = MINUTE_MS;

/** Downloads the file at that address. @throws Refusal */
export async function save(path: string, name: string): Promise<void> {
  const text = await afterSignIn(() => send('GET', path, undefined));
  read(text);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_WITHIN_MS);
}

/** A call may need several steps, each once. */
async function afterSignIn<T>(
  call: () => Promise<T>,
  taken: readonly SignInReason[] = [],
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const reason = signInReason(error);
    if (reason === undefined || taken.includes(reason) || !(await signInAgain?.(reason)))
      throw error;
    return afterSignIn(call, [...taken, reason]);
  }
}

/** The reason why a refused call needs a sign-in. */
export function signInReason(error: unknown): SignInReason | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.status === 401) return 'over';
  if (error.step === 'sign-in') return 'stale';
  return error.step === 'second-factor' || error.step === 'known-browser' ? error.step : undefined;
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = FOR_USER,
): Promise<string> {
  const json = { ...headers, 'content-type': 'application/json' };
  const sent = body === undefined ? { headers } : { headers: json, body: JSON.stringify(body) };
  const response = await fetch(at(path), { method, ...sent }).catch(() => undefined);
  // A truncated response counts as none.
  const text = await response?.text().catch(() => undefined);
  if (response === undefined || text === undefined) throw new Refusal(0, '');
  if (response.ok) return text;
  const { message = '', details: [detail = {}] = [] } = errorIn(text);
  const wait = response.headers.get('retry-after');
  throw new Refusal(statusOf(response), message, {
    retryAfter: wait === null ? undefined : Number(wait),
    step: 'step' in detail ? detail.step : undefined,
    member: 'field' in detail ? detail : undefined,
  });
}

/** A proxy says in its own ways that the service is not there: for the person it is busy. */
export const statusOf = ({ status }: Pick<Response, 'status'>): number =>
  status > 500 ? 503 : status;

/** A proxy may answer with a page of its own, and status 200. @throws Refusal */
function read<T>(text: string): T {
  try {
    return parseExact(text) as T;
  } catch (error) {
    throw refusalOf(error);
  }
}

interface ErrorAnswer {
  readonly message?: string;
  readonly details?: readonly ({ readonly step?: string } | RefusedMember)[];
}

function errorIn(text: string): ErrorAnswer {
  try {
    return parseExact(text) as ErrorAnswer;
  } catch {
    return {};
  }
}
