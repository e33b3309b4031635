/** Refusals of a network in a day that need attention. */
export const MANY_REFUSALS = 20;
