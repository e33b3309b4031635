/** Most jobs, or entries of the audit trail, in an answer. */
export const MOST_LISTED = 1000;
