/** The playground's sign-in: by a one-time link for the tab, or by a key for the page. */
import { signal } from '@preact/signals';
import type { Playground } from '../../src/access/clients/playground.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import { parseExact } from '../../src/text/exact-json.ts';
import { at } from '../root.ts';
import { createSigner, makeToken } from './client-token.ts';
import type { ServiceCall } from './service-call.ts';

export interface Signer {
  readonly clientId: string;
  /**
   * Makes the call, whose files are base64 now. Rejects if the service does not respond; with
   * `SessionEnded` if the session has ended.
   */
  readonly send: (call: ServiceCall) => Promise<Heard>;
}

/** What the service answered. */
export interface Heard {
  readonly status: number;
  readonly json: unknown;
  readonly jobId?: string | undefined;
}

/** Calls with a JWT of the client. */
const withToken =
  (token: () => Promise<string>): Signer['send'] =>
  async ({ method, path, headers: given, body }) => {
    const headers: Record<string, string> = {
      ...given,
      authorization: `Bearer ${await token()}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(at(path), { method, headers, body: text });
    const json = parseExact(await response.text());
    return { status: response.status, json, jobId: response.headers.get('jobid') ?? undefined };
  };

/** The service no longer knows the tab's session. */
export class SessionEnded extends Error {}

export const signer = signal<Signer | undefined>();

/** Why the sign-in failed. */
export type SignInFailure = 'badKey' | 'refused' | 'unreachable' | 'badLink';

const STORED = 'prosopon.playground';
const LINK = /^#([\w-]{43})$/;
/** Milliseconds for which a token is used. The service's tokens are valid for a minute. */
const TOKEN_MS = 0.75 * MINUTE_MS;

type TabSession = ReturnType<Playground['redeem']>;

/** Signs in by the link in the address, or resumes the tab's session. */
export async function resume(): Promise<SignInFailure | undefined> {
  const link = LINK.exec(location.hash)?.[1];
  if (link !== undefined) {
    const answer = await post('session', { link });
    // The link is still unused, so reloading the page tries it again.
    if (answer === undefined) return 'unreachable';
    if (location.hash === `#${link}`) history.replaceState(null, '', location.pathname);
    if (!answer.ok) return 'badLink';
    sessionStorage.setItem(STORED, await answer.text());
  }
  const stored = sessionStorage.getItem(STORED);
  if (stored !== null) signer.value = ofTab(JSON.parse(stored) as TabSession);
  return undefined;
}

/** Signs in if the service accepts the key, tested with the status of any template. */
export async function signIn(clientId: string, key: string): Promise<SignInFailure | undefined> {
  const candidate = await createSigner(clientId, key).catch(() => undefined);
  if (candidate === undefined) return 'badKey';
  const headers = { authorization: `Bearer ${await makeToken(candidate)}` };
  const answer = await fetch(at('/api/face/v1/template/status/1'), { headers }).catch(
    () => undefined,
  );
  if (answer === undefined) return 'unreachable';
  if (answer.status === 401) return 'refused';
  signer.value = { clientId, send: withToken(() => makeToken(candidate)) };
  return undefined;
}

export function signOut(): void {
  sessionStorage.removeItem(STORED);
  signer.value = undefined;
}

function ofTab({ client, session }: TabSession): Signer {
  let token = '';
  let until = 0;
  return {
    clientId: client,
    send: withToken(async () => {
      if (performance.now() < until) return token;
      const answer = await post('token', { session });
      if (answer?.status === 404) {
        signOut();
        throw new SessionEnded();
      }
      if (!answer?.ok) throw new TypeError('no token');
      ({ token } = (await answer.json()) as { token: string });
      until = performance.now() + TOKEN_MS;
      return token;
    }),
  };
}

const post = (call: string, body: unknown) =>
  fetch(at(`/playground/v1/${call}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
