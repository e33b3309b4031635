/** Passkeys in the browser, by SimpleWebAuthn, which is loaded when one is made or used. */
import { operator } from '../operator.ts';
import { ask } from './service.ts';

/** What the service takes of a passkey. */
export interface PasskeyBody {
  readonly passkey: unknown;
}

/** Whether this browser, and the service under this address, know passkeys. */
export const knowsPasskeys = (): boolean =>
  operator.value.passkeys !== 'none' && 'PublicKeyCredential' in window;

/** Whether one opens a profile in place of the face. */
export const passkeySignsIn = (): boolean =>
  knowsPasskeys() && operator.value.passkeys === 'sign-in';

/**
 * Has the person unlock a passkey; undefined: they did not, or have none here.
 * @param path of the call that takes it; the one below it asks for it
 */
export async function usePasskey(path: string): Promise<PasskeyBody | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await ask<never>('POST', `${path}/challenge`);
  return unlessCancelled(() => startAuthentication({ optionsJSON }));
}

/** Has the person make one, likewise. */
export async function makePasskey(path: string): Promise<PasskeyBody | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await ask<never>('POST', `${path}/challenge`);
  return unlessCancelled(() => startRegistration({ optionsJSON }));
}

/** Browsers do not tell whether somebody said no, waited too long, or has no passkey. */
async function unlessCancelled(ceremony: () => Promise<unknown>): Promise<PasskeyBody | undefined> {
  try {
    return { passkey: await ceremony() };
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
