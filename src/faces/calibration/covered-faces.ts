/** How much more often strangers match whose faces are covered alike. */

/**
 * Times as many false matches of covered faces, at a rate of 0.01 %: of 102 people who wear the same
 * drawn mask, 58 match the most similar of the others, as 0.8 in 100 comparisons.
 */
const TIMES = 100;

/** The false-match rate at which covered faces keep the given one. */
export const rateOfCovered = (falseMatchRate: number): number => falseMatchRate / TIMES;
