/** Head coverings, by three of our networks together: hair alone must not convince them. */

/** The networks' outputs for the aligned face. */
export interface HeadSeen {
  /** Share of the upper frame that hat or cloth covers, 0..1, of `quality-coverings`. */
  readonly share: number;
  /** Log-odds that something covers the head, of `quality-heads`. */
  readonly odds: number;
  /** Mean probability of a head covering in the upper frame, of `quality-segmentation`. */
  readonly cloth: number;
}

/** Weight of the first relative to the second, least value of the third, and the median sum. */
const SHARE_WEIGHT = 0.6;
const LEAST_CLOTH = 1e-4;
export const HEAD_LIMIT = -3.84;
/** The raw value at the median, whose score is 50, and the slope of its log-odds in the sum. */
const RAW_AT_LIMIT = 0.117;
const RISE = 0.5;

const oddsOf = (share: number) => Math.log(Math.max(share, 1e-5) / Math.max(1 - share, 1e-5));

/** The raw value of NoHeadCoverings, 0 bare to 1 covered. */
export function headCovering({ share, odds, cloth }: HeadSeen): number {
  const sum = odds + SHARE_WEIGHT * oddsOf(share) + Math.log10(cloth + LEAST_CLOTH);
  return 1 / (1 + Math.exp(RISE * (HEAD_LIMIT - sum) - oddsOf(RAW_AT_LIMIT)));
}

/** The sum with that raw value; half of the scores lie at {@link HEAD_LIMIT}. */
export const headEvidence = (raw: number): number =>
  HEAD_LIMIT + (oddsOf(raw) - oddsOf(RAW_AT_LIMIT)) / RISE;
