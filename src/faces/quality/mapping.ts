/** Curves from raw value to scalar score, as in the reference implementation of ISO/IEC 29794-5. */

export type Mapping = (raw: number) => number;

/** Half away from zero, as C rounds. */
export function roundAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

export const clip = (value: number) => Math.min(100, Math.max(0, roundAway(value)));

export const logistic = (x: number, middle: number, width: number) =>
  1 / (1 + Math.exp((middle - x) / width));

/** h·(a + s·logistic((x − x0) / w)), rounded, then kept within 0..100. */
export const sigmoid =
  (h: number, a: number, s: number, x0: number, w: number): Mapping =>
  (x) =>
    clip(h * (a + s * logistic(x, x0, w)));

export const share: Mapping = (x) => clip(100 * (1 - x));

const cosineSquared: Mapping = (degrees) =>
  roundAway(100 * Math.max(0, Math.cos((degrees * Math.PI) / 180)) ** 2);

const beyondRightAngle =
  (map: Mapping): Mapping =>
  (degrees) =>
    Math.abs(degrees) >= 90 ? 0 : map(degrees);

export const pose = beyondRightAngle(cosineSquared);
