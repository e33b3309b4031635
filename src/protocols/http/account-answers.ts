/** Answers of the login and account pages. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { FaceConsent } from '../../access/accounts/consents.ts';
import { isRecent } from '../../access/accounts/sessions.ts';
import { type JobError, jobError } from '../../errors.ts';
import type { accountData } from '../../operations/account-data.ts';
import type { TemplateStatus } from '../../operations/template-status.ts';
import type { SignedIn } from './account-cookies.ts';
import { templateStatusAnswer } from './answers.ts';

/** What is wrong with the stored template is for administrators: it would tell that there is one. */
const HIDDEN: readonly string[] = ['TemplateCorrupted', 'DifferentFeatureVersions'];

export const shownErrors = (errors: readonly JobError[]): readonly JobError[] =>
  errors.map((error) => (HIDDEN.includes(error.errorCode) ? jobError('NotRecognised') : error));

export async function sessionAnswer(
  accounts: Pick<Accounts, 'secondFactors'>,
  found: SignedIn | undefined,
  enrolled: boolean,
) {
  if (found === undefined) return { kind: null, user: null, recent: false, expires: null };
  const { user, session } = found;
  return {
    kind: session.kind,
    user: {
      name: user.name,
      email: user.email ?? null,
      emailConfirmed: user.emailConfirmed,
      admin: user.admin,
      enrolled,
      secondFactor: await accounts.secondFactors.has(user.id),
    },
    recent: isRecent(session),
    expires: session.expires.toISOString(),
  };
}

export function faceAnswer(template: TemplateStatus, consents: readonly FaceConsent[]) {
  const { available, enrolled, featureVectors, encoderVersion, thumbnails } =
    templateStatusAnswer(template);
  return {
    available,
    enrolled,
    featureVectors,
    encoderVersion,
    thumbnails,
    consents: consents.map((consent) => ({ ...consent, given: consent.given.toISOString() })),
  };
}

export const accountDataAnswer = (data: Awaited<ReturnType<typeof accountData>>) => ({
  ...data,
  face: templateStatusAnswer(data.face),
});
