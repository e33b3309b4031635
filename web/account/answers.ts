/** JSON types of the service's responses to login and account pages. */
import type { AnswerOf, Wire } from '../../src/contract/wire.ts';
import type * as account from '../../src/protocols/http/accounts/account-answers.ts';
import type * as login from '../../src/protocols/http/oauth/login-answers.ts';

export type LoginState = Wire<login.LoginState>;
export type LoginStep = Wire<login.LoginStep>;
export type SignInStep = AnswerOf<typeof account.signInStep>;
export type JobError = SignInStep['errors'][number];
export type Way = SignInStep['secondFactors'][number];

export type Session = Wire<account.Session>;
export type User = NonNullable<Session['user']>;
export type Registration = Wire<account.Registration>;
export type RedeemedLink = Wire<account.RedeemedLink>;
export type SecondFactorSetUp = Wire<account.SecondFactorSetUp>;
export type ListedSession = AnswerOf<typeof account.sessionsAnswer>[number];
export type ListedSignIn = AnswerOf<typeof account.signInsAnswer>[number];
export type KnownBrowser = AnswerOf<typeof account.browsersAnswer>[number];
export type Passkey = AnswerOf<typeof account.passkeysAnswer>[number];
export type Application = AnswerOf<typeof account.applicationsAnswer>[number];

export type ConsentText = AnswerOf<typeof account.consentTextAnswer>;
export type Enrolment = AnswerOf<typeof account.enrolmentAnswer>;
export type FaceStatus = Enrolment['face'];
