/** Calls of our own pages to the service: JSON with cookies, which no page of another origin can make. */
import { parseExact } from '../exact-json.ts';

/** The service did not do it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  /** Seconds to wait before the next try; only with 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** @throws Refusal */
export async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'x-csrf': '1' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(path, { method, headers, ...sent }).catch(() => undefined);
  if (response === undefined) throw new Refusal(0, '');
  const answer: unknown = await response
    .text()
    .then(parseExact)
    .catch(() => undefined);
  if (response.ok) return answer as T;
  const { message = '' } = (answer ?? {}) as { readonly message?: string };
  const wait = response.headers.get('retry-after');
  throw new Refusal(response.status, message, wait === null ? undefined : Number(wait));
}
