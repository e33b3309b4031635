/** Operations that clients call, named as in settings and bookkeeping. */
export const OPERATIONS = [
  'enroll',
  'verify',
  'template-status',
  'set-template-tags',
  'delete-template',
  'detect-liveness',
  'detect-video-liveness',
  'photo-verify',
  'search',
  'identify',
  'grade-quality',
  'create-liveness-session',
  'read-liveness-session',
  'delete-liveness-session',
  'run-liveness-session',
  'tell-challenge',
  'upload-sample',
] as const;

export type CallableOperation = (typeof OPERATIONS)[number];
