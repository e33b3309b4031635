/** How much more often strangers match whose faces are covered alike. */

/**
 * At a fraction of 1/500, strangers with any two of two masks and two glasses match at no more than
 * 0.6 times the rate, in portraits of one studio too; at 1/100 at up to 2.7 times, with plain
 * thresholds at up to 148 times (`mbf`, evaluation/reports/accuracy.md, "Covered faces").
 */
const TIMES = 500;

/** The false-match rate at which covered faces keep the given one. */
export const rateOfCovered = (falseMatchRate: number): number => falseMatchRate / TIMES;
