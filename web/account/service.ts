/** Calls of our own pages to the service: JSON with cookies, which no page of another origin can make. */
import { MINUTE_MS } from '../../src/durations.ts';
import type { Flaw } from '../../src/errors.ts';
import { parseExact } from '../../src/exact-json.ts';
import { at } from '../root.ts';

/** A member of a call that was not taken, and why. */
interface RefusedMember {
  readonly field: string;
  readonly flaw: Flaw;
}

interface RefusalReason {
  readonly retryAfter?: number | undefined;
  readonly step?: string | undefined;
  readonly member?: RefusedMember | undefined;
}

/** The service did not do it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  /** Seconds to wait before the next attempt; only with 429 and 503. */
  readonly retryAfter: number | undefined;
  /** What the person has to do before the same call will do. */
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

/** Why it was not done, for people; what the service did not say is told to the console, too. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error(error);
  return new Refusal(0, '');
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Why somebody has to sign in: too long ago for what is wanted, or the session has ended. */
export type SignInReason = 'stale' | 'over';

type SignInAgain = (reason: SignInReason) => Promise<boolean>;

let signInAgain: SignInAgain | undefined;

/** @param signIn has the person sign in again and says whether they did; undefined: nobody asks */
export function onSignInNeeded(signIn: SignInAgain | undefined): void {
  signInAgain = signIn;
}

/** Calls by which somebody signs in: these wait for no sign-in. */
const SIGN_IN = /^\/account\/v1\/sign-in(\/|$)/;

/**
 * A call that needs a sign-in, or a fresh one, is made once more after it.
 * @param seen revision of what is changed; whether it still is that one the service looks
 * @throws Refusal
 */
export async function ask<T>(
  method: Method,
  path: string,
  body?: unknown,
  seen?: string,
): Promise<T> {
  if (SIGN_IN.test(path)) return read<T>(await send(method, path, body));
  return afterSignIn(async () => read<T>(await send(method, path, body, seen)));
}

/** Milliseconds in which a browser has begun to save. */
const SAVED_WITHIN_MS = MINUTE_MS;

/** Saves what is at that address as a file. @throws Refusal */
export async function save(path: string, name: string): Promise<void> {
  const text = await afterSignIn(() => send('GET', path, undefined));
  read(text);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_WITHIN_MS);
}

async function afterSignIn<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const reason = signInReason(error);
    if (reason === undefined || !(await signInAgain?.(reason))) throw error;
    return call();
  }
}

/** Of a call that was refused for want of a sign-in. */
export function signInReason(error: unknown): SignInReason | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.status === 401) return 'over';
  return error.step === 'sign-in' ? 'stale' : undefined;
}

async function send(method: Method, path: string, body: unknown, seen?: string): Promise<string> {
  const headers: Record<string, string> = { 'x-csrf': '1' };
  if (seen !== undefined) headers['if-match'] = `"${seen}"`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(at(path), { method, headers, ...sent }).catch(() => undefined);
  // An answer that breaks off is none, though it began well.
  const text = await response?.text().catch(() => undefined);
  if (response === undefined || text === undefined) throw new Refusal(0, '');
  if (response.ok) return text;
  const { message = '', details: [detail = {}] = [] } = errorIn(text);
  const wait = response.headers.get('retry-after');
  throw new Refusal(response.status, message, {
    retryAfter: wait === null ? undefined : Number(wait),
    step: 'step' in detail ? detail.step : undefined,
    member: 'field' in detail ? detail : undefined,
  });
}

/** What stands between may answer with a page of its own, as if all were well. @throws Refusal */
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
