/** Names of operations, as the bookkeeping writes them. */
export const OPERATIONS = [
  'enroll',
  'verify',
  'search',
  'identify',
  'template-status',
  'set-template-tags',
  'delete-template',
  'detect-liveness',
  'detect-video-liveness',
  'photo-verify',
  'grade-quality',
  'tell-challenge',
  'upload-sample',
  'sign-in',
] as const;
