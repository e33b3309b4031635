/** Values of columns that are known everywhere by name, the pages included. */

/** How jobs end. */
export const JOB_STATUSES = ['SUCCEEDED', 'FAULTED', 'CANCELLED'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** Owners may do everything, administrators only for a client; auditors read, support helps. */
export const ROLES = ['owner', 'administrator', 'auditor', 'support'] as const;

export type Role = (typeof ROLES)[number];
