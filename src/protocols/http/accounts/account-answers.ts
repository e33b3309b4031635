/** Answers of the login and account pages. */
import type { FaceConsent } from '../../../access/accounts/consents.ts';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { templateStatusAnswer } from '../../../contract/template-status.ts';
import { type JobError, jobError } from '../../../errors.ts';
import type { accountData } from '../../../operations/account-data.ts';
import { bcidOf } from '../../../operations/context.ts';
import { onlyClientOf, rightsOf } from '../../../operations/permit.ts';
import {
  mayChange,
  type SessionParts,
  type SignedIn,
  secondFactorStep,
} from '../../../operations/session-access.ts';
import type { TemplateStatus } from '../../../operations/template-status.ts';

/** What is wrong with the template is for administrators: it would tell that there is one. */
const HIDDEN: readonly string[] = ['TemplateCorrupted', 'DifferentFeatureVersions'];

export const shownErrors = (errors: readonly JobError[]): readonly JobError[] =>
  errors.map((error) => (HIDDEN.includes(error.errorCode) ? jobError('NotRecognised') : error));

/** Who is signed in, and what they have to do next; `found` is undefined: nobody is. */
export async function sessionAnswer(parts: SessionParts, found: SignedIn | undefined) {
  if (found === undefined)
    return { kind: null, user: null, recent: false, step: null, expires: null };
  const { user, session } = found;
  const template = await parts.templates.summary(bcidOf(ACCOUNTS, user.classId));
  const secondFactors = await parts.accounts.secondFactors.kinds(user.id);
  return {
    kind: session.kind,
    user: {
      name: user.name,
      email: user.email ?? null,
      emailConfirmed: user.emailConfirmed,
      admin: user.admin,
      role: user.position?.role ?? null,
      rights: rightsOf(user),
      /** The only client that an administrator administers. */
      client: onlyClientOf(user) ?? null,
      enrolled: template !== undefined,
      secondFactor: secondFactors.length > 0,
      secondFactors,
    },
    recent: await mayChange(parts, found),
    step: (await secondFactorStep(parts, found)) ?? null,
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
