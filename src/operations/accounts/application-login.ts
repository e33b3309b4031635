/** A user's login for an application: who has logged in, and which consent is missing. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { overtaken, type SignIn } from '../../access/accounts/sign-ins.ts';
import { ACCOUNTS } from '../../access/accounts/user.ts';
import type { Client } from '../../access/clients/client.ts';
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import { insteadOfFace } from '../../access/clients/instead-of-face.ts';
import { isNative } from '../../access/oauth/client-metadata.ts';
import { levelOf, type Method } from '../../access/oauth/levels.ts';
import type { LoginRequest, LoginResult } from '../../access/oauth/oauth.ts';
import { NotFound, PermissionDenied } from '../../errors.ts';
import type { EnqueueEvents } from '../../webhooks/outbox.ts';
import { bcidOf, type OperationParts } from '../context.ts';
import type { SignedIn } from './session-access.ts';
import {
  readState,
  type SignInDemands,
  type SignInParts,
  type StepResult,
} from './sign-in-state.ts';
import { faceCountsUntil } from './sign-in-steps.ts';

type Parts = {
  readonly accounts: Pick<Accounts, 'users' | 'secondFactors' | 'signIns' | 'consents' | 'canMail'>;
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

/** What the login has to show. */
export const demandsOf = (login: Login): SignInDemands => ({
  ...insteadIn(login),
  faceAlone: login.client.settings.faceAlone,
  secondFactor: login.client.settings.requireSecondFactor,
});

/** Whether a link by mail may replace the face. */
export const takesMail = (
  { accounts }: { readonly accounts: Pick<Accounts, 'canMail'> },
  login: Login,
): boolean => accounts.canMail && insteadIn(login).mail;

export type LoginProgress = Awaited<ReturnType<typeof loginProgress>>;

/** Progress of the login. Without a sign-in, the previous login may suffice. */
export async function loginProgress(parts: Parts, login: Login, signIn: SignIn | undefined) {
  const { request, client } = login;
  const { step, ways, unknownBrowser } = await readState(parts, signIn, demandsOf(login));
  const userId = request.userId ?? (step === 'done' ? signIn?.userId : undefined);
  const consent =
    userId === undefined ? undefined : await parts.accounts.consents.application(userId, client.id);
  const newScopes = request.scopes.filter((scope) => !consent?.scopes.includes(scope));
  return {
    step: userId === undefined && step !== 'done' ? step : ('consent' as const),
    /** With the step `second-factor`: the ways that will do. */
    ways,
    unknownBrowser,
    /** The user who has logged in. Undefined: nobody yet. */
    userId,
    /** Scopes without consent so far. */
    newScopes,
    /** Whether the login may end without asking the user. */
    // Another program may own the scheme by which a native application returns.
    agreed: userId !== undefined && newScopes.length === 0 && !isNative(client),
  };
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
  {
    consented,
    progress,
  }: {
    readonly consented: boolean;
    /** As read before in this request. */
    readonly progress?: LoginProgress | undefined;
  },
): Promise<LoginResult> {
  const { request, client } = login;
  const { userId, agreed } = progress ?? (await loginProgress(parts, login, signIn));
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
): Promise<EnqueueEvents> {
  const { signIns, oauth } = accounts;
  const end = signIns.ending(request.uid, signIn);
  const sub = await oauth.subject(userId, client.id);
  const { acr } = levelOf(signIn.methods);
  const data = { sub, methods: signIn.methods, acr };
  const enqueue = outbox.enqueueWith({
    type: 'login.succeeded',
    audience: { clientId: client.id },
    data,
  });
  return async (trx) => {
    await end(trx);
    await enqueue(trx);
  };
}

/**
 * Accepts the enrolment as the face step, because it included liveness and a drawn movement.
 * @param signedIn the session of the registration, in the browser of the login
 * @throws PermissionDenied the face was enrolled before this login began or outside a registration,
 *   or the application refuses suspicious cameras, which enrolments accept; Aborted the login went
 *   on elsewhere
 */
export async function passRegistered(
  parts: Pick<SignInParts, 'accounts' | 'templates'>,
  { user, session }: SignedIn,
  login: {
    readonly uid: string;
    readonly begun: Date;
    readonly expires: Date;
  },
  demanded: Pick<ClientSettings, 'requireSecondFactor' | 'suspiciousCapture'>,
): Promise<StepResult> {
  const { signIns } = parts.accounts;
  const face = await parts.templates.summary(bcidOf(ACCOUNTS, user.classId));
  const shown =
    session.kind === 'registration' && face !== undefined && face.enrolled >= login.begun;
  if (!shown || demanded.suspiciousCapture !== 'record')
    throw new PermissionDenied('Show your face.');
  const { uid } = login;
  const of = { userId: user.id, expires: login.expires };
  const expires = await faceCountsUntil(parts, of, demanded.requireSecondFactor, face.enrolled);
  const named = { identifier: user.name, userId: user.id, challenged: false, expires };
  const { browserId } = session;
  const known = await parts.accounts.browsers.has(user.id, browserId);
  const methods: readonly Method[] = [
    'face',
    'registration',
    ...(known ? ['browser' as const] : []),
  ];
  const signIn = await signIns.pass(uid, await signIns.begin(uid, named), methods);
  if (signIn === undefined) throw overtaken();
  return { passed: true, errors: [], signIn };
}
