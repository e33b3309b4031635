/** The settings of a client by subject, and which of them weaken its protection. */
import type { SettingDescription } from './answers.ts';

export const SUBJECTS = ['access', 'liveness', 'thresholds', 'privacy', 'login', 'risky'] as const;

export type Subject = (typeof SUBJECTS)[number];

const SUBJECT_OF: Readonly<Record<string, Subject>> = {
  leastLiveness: 'liveness',
  livenessSessions: 'liveness',
  mirroredCaptures: 'liveness',
  revealChallenges: 'liveness',
  suspiciousCapture: 'liveness',
  failedVerifications: 'thresholds',
  falseMatchRate: 'thresholds',
  falsePositiveIdentificationRate: 'thresholds',
  maxFeatureVectors: 'thresholds',
  minimumQuality: 'thresholds',
  rejectDuplicates: 'thresholds',
  topMatches: 'thresholds',
  auditRetentionDays: 'privacy',
  requireConsent: 'privacy',
  retentionDays: 'privacy',
  thumbnails: 'privacy',
  mailLinkInsteadOfFace: 'login',
  passkeyInsteadOfFace: 'login',
  publicClient: 'login',
  requirePkce: 'login',
  requireSecondFactor: 'login',
  faceAlone: 'risky',
};

/** Those without a subject concern what the client may do. */
export const subjectOf = ({ name }: Pick<SettingDescription, 'name'>): Subject =>
  SUBJECT_OF[name] ?? 'access';
