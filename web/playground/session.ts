/** Who is signed in on the playground: by a one-time link for the tab, or by a key for the page. */
import { signal } from '@preact/signals';
import type { Playground } from '../../src/access/clients/playground.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import { at } from '../root.ts';
import { createSigner, makeToken } from './client-token.ts';

export interface Signer {
  readonly clientId: string;
  /** A JWT of the client. Rejects when the service does not answer, with `SessionEnded` when that is why. */
  readonly token: () => Promise<string>;
}

/** The service knows the session of the tab no longer. */
export class SessionEnded extends Error {}

export const signer = signal<Signer | undefined>();

/** Why nobody was signed in. */
export type SignInFailure = 'badKey' | 'refused' | 'unreachable' | 'badLink';

const STORED = 'prosopon.playground';
const LINK = /^#([\w-]{43})$/;
/** Milliseconds for which a token is used; the service's are valid for a minute. */
const TOKEN_MS = 0.75 * MINUTE_MS;

type TabSession = ReturnType<Playground['redeem']>;

/** Signs in by the link in the address, or as the tab was signed in before. */
export async function resume(): Promise<SignInFailure | undefined> {
  const link = LINK.exec(location.hash)?.[1];
  if (link !== undefined) {
    const answer = await post('session', { link });
    // Still unused: who loads the page again has it once more.
    if (answer === undefined) return 'unreachable';
    if (location.hash === `#${link}`) history.replaceState(null, '', location.pathname);
    if (!answer.ok) return 'badLink';
    sessionStorage.setItem(STORED, await answer.text());
  }
  const stored = sessionStorage.getItem(STORED);
  if (stored !== null) signer.value = ofTab(JSON.parse(stored) as TabSession);
  return undefined;
}

/** Signs in when the service accepts the key: asked by the status of a template, which may be none. */
export async function signIn(clientId: string, key: string): Promise<SignInFailure | undefined> {
  const candidate = await createSigner(clientId, key).catch(() => undefined);
  if (candidate === undefined) return 'badKey';
  const headers = { authorization: `Bearer ${await makeToken(candidate)}` };
  const answer = await fetch(at('/api/face/v1/template/status/1'), { headers }).catch(
    () => undefined,
  );
  if (answer === undefined) return 'unreachable';
  if (answer.status === 401) return 'refused';
  signer.value = { clientId, token: () => makeToken(candidate) };
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
    async token() {
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
    },
  };
}

const post = (call: string, body: unknown) =>
  fetch(at(`/playground/v1/${call}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
