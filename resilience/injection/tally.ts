/** Attempts with one instrument or method, and those that passed. */
export interface Tally {
  passed: number;
  attempts: number;
}
