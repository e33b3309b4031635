/** Passkeys in the browser, by SimpleWebAuthn, which loads on first use. */
import { operator } from '../operator.ts';
import { ask } from './service.ts';

/** A passkey's response in the format of the service. */
export interface PasskeyBody {
  readonly passkey: unknown;
}

/** Whether this browser supports passkeys, and the service at this address allows them. */
export const knowsPasskeys = (): boolean =>
  operator.value.passkeys !== 'none' && 'PublicKeyCredential' in window;

/** Whether a passkey opens a profile in place of the face. */
export const passkeySignsIn = (): boolean =>
  knowsPasskeys() && operator.value.passkeys === 'sign-in';

/**
 * Lets the user unlock a passkey. Undefined: cancelled, or none here.
 * @param path of the call that receives it; the path below it returns the options
 */
export async function usePasskey(path: string): Promise<PasskeyBody | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await ask<never>('POST', `${path}/challenge`);
  return unlessCancelled(() => startAuthentication({ optionsJSON }));
}

/** Lets the user create a passkey. Undefined: cancelled. */
export async function makePasskey(path: string): Promise<PasskeyBody | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await ask<never>('POST', `${path}/challenge`);
  return unlessCancelled(() => startRegistration({ optionsJSON }));
}

/** Browsers do not tell a refusal from a timeout or a missing passkey. */
async function unlessCancelled(ceremony: () => Promise<unknown>): Promise<PasskeyBody | undefined> {
  try {
    return { passkey: await ceremony() };
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
