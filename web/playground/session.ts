/** Who is signed in on the playground, as long as the page is open. */
import { signal } from '@preact/signals';
import { createSigner, makeToken, type Signer } from './client-token.ts';

export const signer = signal<Signer | undefined>();

/** Why nobody was signed in. */
export type SignInFailure = 'badKey' | 'refused' | 'unreachable';

/** Signs in when the service accepts the key: asked by the status of a template, which may be none. */
export async function signIn(clientId: string, key: string): Promise<SignInFailure | undefined> {
  const candidate = await createSigner(clientId, key).catch(() => undefined);
  if (candidate === undefined) return 'badKey';
  const headers = { authorization: `Bearer ${await makeToken(candidate)}` };
  const answer = await fetch('/api/face/v1/template/status/1', { headers }).catch(() => undefined);
  if (answer === undefined) return 'unreachable';
  if (answer.status === 401) return 'refused';
  signer.value = candidate;
  return undefined;
}

export function signOut(): void {
  signer.value = undefined;
}
