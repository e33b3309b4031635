/** Most jobs, or entries of the audit trail, in one answer. */
export const MOST_LISTED = 1000;
