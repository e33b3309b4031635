/** What the service answers to the pages of login and account. */
import type { Right } from '../../src/operations/permit.ts';
import type { Direction } from '../capture/hints.ts';

export interface JobError {
  readonly errorCode: string;
  readonly message: string;
}

export type SecondFactor = 'code' | 'passkey';

export interface LoginState {
  readonly client: { readonly id: string; readonly name: string };
  readonly scopes: readonly string[];
  /** Of these: not agreed to before. */
  readonly newScopes: readonly string[];
  readonly step: 'identify' | 'face' | 'second-factor' | 'consent';
  readonly challenge: readonly Direction[];
  /** Whether a passkey may take the place of the face. */
  readonly passkey: boolean;
  /** Whether a link by mail may. */
  readonly mail: boolean;
  /** Step second-factor: those that the person has. */
  readonly secondFactors: readonly SecondFactor[];
  readonly loginHint: string | null;
}

export interface LoginStep {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
  readonly state: LoginState | null;
  readonly location: string | null;
}

export interface SignInStep {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
  readonly step: 'identify' | 'face' | 'second-factor' | 'done';
  readonly challenge: readonly Direction[];
  readonly secondFactors: readonly SecondFactor[];
}

export interface User {
  readonly name: string;
  readonly email: string | null;
  readonly emailConfirmed: boolean;
  readonly admin: boolean;
  /** What may be done in the administration. */
  readonly rights: readonly Right[];
  /** The only client that an administrator administers. */
  readonly client: string | null;
  readonly enrolled: boolean;
  readonly secondFactor: boolean;
  readonly secondFactors: readonly SecondFactor[];
}

export interface Session {
  readonly kind: 'face' | 'registration' | 'link' | 'passkey' | 'mail' | null;
  readonly user: User | null;
  readonly recent: boolean;
  /** What an administrator has to do before anything else. */
  readonly step: 'second-factor-set-up' | 'second-factor' | null;
}

export interface Registration extends Session {
  /** Whether the address that was given, if one was, got its link. */
  readonly mailed: boolean;
}

export interface ListedSession {
  readonly name: string;
  readonly created: string;
  readonly expires: string;
  readonly lastSeen: string;
  readonly browser: string | null;
  readonly network: string | null;
  /** It is the one that asks. */
  readonly current: boolean;
}

export interface Passkey {
  readonly id: string;
  /** Browser and system; empty: not known. */
  readonly madeIn: string;
  /** Whether it is kept on several devices. */
  readonly synced: boolean;
  readonly created: string;
  readonly lastUsed: string | null;
}

/** An attempt to sign in. */
export interface ListedSignIn {
  readonly time: string;
  readonly passed: boolean;
  readonly by: 'face' | 'second-factor' | 'passkey' | 'mail';
  /** Null: for the profile. */
  readonly application: string | null;
}

export interface FaceConsent {
  readonly version: string;
  readonly language: string;
  readonly text: string;
}

/** What is to be agreed to. */
export interface ConsentText extends FaceConsent {
  /** Whether it was translated by machine. */
  readonly drafted: boolean;
}

export interface FaceStatus {
  readonly enrolled: string | null;
  readonly available: boolean;
  readonly featureVectors: number;
  readonly thumbnails: readonly { readonly enrolled: string; readonly image: string }[];
  readonly consents: readonly (FaceConsent & { readonly given: string })[];
}

export interface Enrolment {
  readonly enrolled: boolean;
  readonly errors: readonly JobError[];
  /** For the next attempt. */
  readonly challenge: readonly Direction[];
  readonly face: FaceStatus;
}

export interface Application {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly granted: string;
  readonly lastUsed: string;
}
