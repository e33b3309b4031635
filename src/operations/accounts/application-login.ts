/** A user's login for an application: who has logged in, and which consent is missing. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { SignIn } from '../../access/accounts/sign-ins.ts';
import type { Client } from '../../access/clients/client.ts';
import { insteadOfFace } from '../../access/clients/instead-of-face.ts';
import { isNative } from '../../access/oauth/client-metadata.ts';
import type { LoginRequest, LoginResult } from '../../access/oauth/oauth.ts';
import { NotFound, PermissionDenied } from '../../errors.ts';
import type { Telling } from '../../webhooks/outbox.ts';
import type { OperationParts } from '../context.ts';
import { nextStep, type Step } from './sign-in-steps.ts';

type Parts = {
  readonly accounts: Pick<Accounts, 'secondFactors' | 'signIns' | 'consents'>;
};

type EndingParts = Pick<OperationParts, 'outbox'> & {
  readonly accounts: Parts['accounts'] & Pick<Accounts, 'oauth'>;
};

/** The login in progress, by the browser's cookie, and its application. */
export interface Login {
  readonly request: LoginRequest;
  readonly client: Client;
}

/** What may replace the face in the login. */
export const insteadIn = ({ request, client }: Login) =>
  insteadOfFace(client.settings, request.levels);

/** Whether a link by mail may replace the face. */
export const takesMail = (
  { accounts }: { readonly accounts: Pick<Accounts, 'canMail'> },
  login: Login,
): boolean => accounts.canMail && insteadIn(login).mail;

export type LoginProgress = Awaited<ReturnType<typeof loginProgress>>;

/** Progress of the login. Without a sign-in, the previous login may suffice. */
export async function loginProgress(parts: Parts, login: Login, signIn: SignIn | undefined) {
  const { request, client } = login;
  const demanded = { secondFactor: client.settings.requireSecondFactor, ...insteadIn(login) };
  const next = await stepAfter(parts, signIn, demanded);
  const userId = request.userId ?? (next === 'done' ? signIn?.userId : undefined);
  const consent =
    userId === undefined ? undefined : await parts.accounts.consents.application(userId, client.id);
  const newScopes = request.scopes.filter((scope) => !consent?.scopes.includes(scope));
  return {
    step: userId === undefined && next !== 'done' ? next : ('consent' as const),
    /** The user who has logged in. Undefined: nobody yet. */
    userId,
    /** Scopes without consent so far. */
    newScopes,
    /** Whether the login may end without asking the user. */
    // Another program may own the scheme by which a native application returns.
    agreed: userId !== undefined && newScopes.length === 0 && !isNative(client),
  };
}

/** A demanded second factor may have to be set up first. */
async function stepAfter(
  parts: Parts,
  signIn: SignIn | undefined,
  demanded: Parameters<typeof nextStep>[2],
): Promise<Step | 'second-factor-set-up'> {
  const next = await nextStep(parts, signIn, demanded);
  if (next !== 'second-factor' || signIn?.userId === undefined) return next;
  return (await parts.accounts.secondFactors.has(signIn.userId)) ? next : 'second-factor-set-up';
}

/**
 * Ends the login. The sign-in ends together with the consent, because the result belongs to the
 * user found in it.
 * @param consented whether the user was asked, and agreed
 * @throws NotFound nobody has logged in; PermissionDenied the user has to be asked; Aborted
 */
export async function endLogin(
  parts: EndingParts,
  login: Login,
  signIn: SignIn | undefined,
  { consented }: { readonly consented: boolean },
): Promise<LoginResult> {
  const { request, client } = login;
  const { userId, agreed } = await loginProgress(parts, login, signIn);
  if (userId === undefined) throw new NotFound('Log in before you consent.');
  if (!consented && !agreed) throw new PermissionDenied('The user has to be asked for consent.');
  const { consents } = parts.accounts;
  const own = request.userId === undefined ? signIn : undefined;
  const ending = own && (await endingOf(parts, login, own, userId));
  if (consented) await consents.grant(userId, client.id, request.scopes, ending);
  else await consents.used(userId, client.id, ending);
  return { userId, methods: own?.methods, consented };
}

/** Ends the sign-in, and sends its user to the application's webhooks. */
async function endingOf(
  { accounts, outbox }: EndingParts,
  { request, client }: Login,
  signIn: SignIn,
  userId: string,
): Promise<Telling> {
  const { signIns, oauth } = accounts;
  const end = signIns.ending(request.uid, signIn);
  const sub = await oauth.subject(userId, client.id);
  const data = { sub, methods: signIn.methods };
  const tell = outbox.telling({
    type: 'login.succeeded',
    audience: { clientId: client.id },
    data,
  });
  return async (trx) => {
    await end(trx);
    await tell(trx);
  };
}
