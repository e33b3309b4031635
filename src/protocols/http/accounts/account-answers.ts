/** Responses of the login and account pages, with the types that the pages use. */
import qrcode from 'qrcode';
import type { Accounts } from '../../../access/accounts/accounts.ts';
import type { FaceConsent } from '../../../access/accounts/consents.ts';
import type { Passkey } from '../../../access/accounts/passkeys.ts';
import { attemptDemand } from '../../../access/accounts/sign-ins.ts';
import { ACCOUNTS, type User } from '../../../access/accounts/user.ts';
import type { ClientRegistry } from '../../../access/clients/clients.ts';
import { consentText, isDrafted, type Operator } from '../../../access/operator/operator.ts';
import { imageProperties } from '../../../contract/members.ts';
import { templateStatusAnswer } from '../../../contract/template-status.ts';
import { type JobError, jobError } from '../../../errors.ts';
import type { accountData } from '../../../operations/accounts/account-data.ts';
import { signInHistory } from '../../../operations/accounts/account-data.ts';
import type { enrollInSession } from '../../../operations/accounts/enroll-own-face.ts';
import {
  mayChange,
  type SessionParts,
  type SignedIn,
  secondFactorStep,
} from '../../../operations/accounts/session-access.ts';
import {
  type SignInState,
  type StepResult,
  waysOf,
} from '../../../operations/accounts/sign-in-state.ts';
import { bcidOf, type OperationParts } from '../../../operations/context.ts';
import type { TemplateStatus } from '../../../operations/face/template-status.ts';
import { onlyClientOf, rightsOf } from '../../../operations/rights.ts';

/** Faults of the template are for administrators: they would reveal that there is one. */
const HIDDEN: readonly string[] = ['TemplateCorrupted', 'DifferentFeatureVersions'];

export const shownErrors = (errors: readonly JobError[]): readonly JobError[] =>
  errors.map((error) => (HIDDEN.includes(error.errorCode) ? jobError('NotRecognised') : error));

export type Session = Awaited<ReturnType<typeof sessionAnswer>>;

/** The session of a new user. `mailed`: whether the given address, if any, received its link. */
export type Registration = Session & { readonly mailed: boolean };

/** The purpose of a one-time link, and the session that follows. */
export interface RedeemedLink {
  readonly purpose: 'confirm-email' | 'enrol';
  readonly session: Session;
}

export type SecondFactorSetUp = Awaited<ReturnType<typeof setUpAnswer>>;

/** For an authenticator app: as a URI, as letters, and as an image (SVG). */
export async function setUpAnswer({
  secret,
  uri,
}: {
  readonly secret: string;
  readonly uri: string;
}) {
  return { uri, secret, qr: await qrcode.toString(uri, { type: 'svg' }) };
}

/** The signed-in user, and the next required step. `found` is undefined if nobody is signed in. */
export async function sessionAnswer(parts: SessionParts, found: SignedIn | undefined) {
  return {
    kind: found?.session.kind ?? null,
    user: found === undefined ? null : await userAnswer(parts, found.user),
    recent: found !== undefined && (await mayChange(parts, found)),
    step: (found && (await secondFactorStep(parts, found))) ?? null,
    /** Whether the account knows this browser. */
    knownBrowser:
      found !== undefined &&
      (await parts.accounts.browsers.has(found.user.id, found.session.browserId)),
    expires: found?.session.expires ?? null,
  };
}

async function userAnswer({ accounts, templates }: SessionParts, user: User) {
  const secondFactors = await accounts.secondFactors.kinds(user.id);
  return {
    name: user.name,
    email: user.email ?? null,
    emailConfirmed: user.emailConfirmed,
    admin: user.admin,
    role: user.position?.role ?? null,
    rights: rightsOf(user),
    /** The only client that an administrator administers. */
    client: onlyClientOf(user) ?? null,
    enrolled: await templates.exists(bcidOf(ACCOUNTS, user.classId)),
    secondFactor: secondFactors.length > 0,
    secondFactors,
    /** What the user can show besides the face. */
    ways: await waysOf({ accounts }, user),
    /** Unused recovery codes. */
    recoveryCodes: await accounts.secondFactors.recovery.left(user.id),
  };
}

/** Result of a sign-in step, and the next step. */
export const signInStep = (
  { step, ways, unknownBrowser }: SignInState,
  { passed, errors, signIn }: StepResult,
) => ({
  passed,
  errors: shownErrors(errors),
  step,
  ...attemptDemand(step === 'face' ? signIn : undefined),
  /** With the step `second-factor`: the ways that will do. Empty: the user has none. */
  secondFactors: ways,
  /** Whether they are needed because the browser is not known. */
  unknownBrowser,
});

export function faceAnswer(template: TemplateStatus, consents: readonly FaceConsent[]) {
  const { available, enrolled, featureVectors, encoderVersion, thumbnails } =
    templateStatusAnswer(template);
  return {
    available,
    enrolled,
    featureVectors,
    encoderVersion,
    thumbnails,
    consents,
  };
}

type Enrolled = Awaited<ReturnType<typeof enrollInSession>>;

export const enrolmentAnswer = (
  { enrolled, errors, advice, challenge, images, template, recoveryCodes }: Enrolled,
  consents: readonly FaceConsent[],
) => ({
  enrolled,
  errors,
  /** How to take better images than the enrolled ones. */
  advice,
  /** For the next attempt. */
  challenge,
  imageProperties: images.map((image) => imageProperties(image)),
  face: faceAnswer(template, consents),
  /** Shown once, with the first face. */
  recoveryCodes,
});

/** The consent text. `drafted`: a machine translated it. */
export function consentTextAnswer(operator: Operator, language: string | undefined) {
  const text = consentText(operator, language);
  return { ...text, drafted: isDrafted(operator, text.language) };
}

export const passkeysAnswer = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ lastUsed = null, ...passkey }) => ({ ...passkey, lastUsed }));

export async function browsersAnswer(
  { accounts }: { readonly accounts: Pick<Accounts, 'browsers'> },
  { id }: Pick<User, 'id'>,
  token?: string,
) {
  const browsers = await accounts.browsers.list(id, token);
  return browsers.map(({ browser, ...known }) => ({ ...known, browser: browser ?? null }));
}

type AccountParts = Pick<OperationParts, 'bookkeeping'> & {
  readonly accounts: Pick<Accounts, 'consents' | 'sessions'>;
  readonly clients: Pick<ClientRegistry, 'find'>;
};

/** Name of a client, or the id of a deleted client. */
const nameOf = async ({ clients }: AccountParts, id: string) =>
  (await clients.find(id))?.name ?? id;

export async function applicationsAnswer(parts: AccountParts, { id: userId }: User) {
  const consents = await parts.accounts.consents.applications(userId);
  return Promise.all(
    consents.map(async ({ clientId: id, scopes, granted, lastUsed }) => ({
      ...{ id, name: await nameOf(parts, id), scopes, granted, lastUsed },
    })),
  );
}

export async function sessionsAnswer({ accounts }: AccountParts, { user, token }: SignedIn) {
  const sessions = await accounts.sessions.list(user, token);
  return sessions.map(({ name, created, expires, lastSeen, browser, network, kind, current }) => ({
    ...{ name, created, expires, lastSeen, kind },
    browser: browser ?? null,
    network: network ?? null,
    /** Whether it is the calling session. */
    current,
  }));
}

/** `application` is null for the profile. */
export async function signInsAnswer(parts: AccountParts, user: User) {
  const history = await signInHistory(parts, user);
  return Promise.all(
    history.map(async ({ application, ...attempt }) => ({
      ...attempt,
      application: application === undefined ? null : await nameOf(parts, application),
    })),
  );
}

export const accountDataAnswer = (data: Awaited<ReturnType<typeof accountData>>) => ({
  ...data,
  face: templateStatusAnswer(data.face),
});
