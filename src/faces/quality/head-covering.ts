/** What covers the head: three networks of our own have a say, so that hair alone convinces none of them. */

/** What each network says of the aligned face. */
export interface HeadSeen {
  /** Share of the upper frame that hat or cloth covers, 0..1, of `quality-coverings`. */
  readonly share: number;
  /** Log-odds that something covers the head, of `quality-heads`. */
  readonly odds: number;
  /** Mean probability of a head covering in the upper frame, of `quality-segmentation`. */
  readonly cloth: number;
}

/** Weight of the first beside the second, least of the third, and the sum at which half of the scores lie. */
const SHARE_WEIGHT = 0.6;
const LEAST_CLOTH = 1e-4;
export const HEAD_LIMIT = -3.84;
/** The raw value there, whose score is 50, and how fast its log-odds rise with the sum. */
const RAW_AT_LIMIT = 0.117;
const RISE = 0.5;

const oddsOf = (share: number) => Math.log(Math.max(share, 1e-5) / Math.max(1 - share, 1e-5));

/** The raw value of NoHeadCoverings, 0 bare to 1 covered. */
export function headCovering({ share, odds, cloth }: HeadSeen): number {
  const sum = odds + SHARE_WEIGHT * oddsOf(share) + Math.log10(cloth + LEAST_CLOTH);
  return 1 / (1 + Math.exp(RISE * (HEAD_LIMIT - sum) - oddsOf(RAW_AT_LIMIT)));
}

/** The sum that has that raw value; half of the scores lie at {@link HEAD_LIMIT}. */
export const headEvidence = (raw: number): number =>
  HEAD_LIMIT + (oddsOf(raw) - oddsOf(RAW_AT_LIMIT)) / RISE;
