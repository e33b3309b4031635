/**
 * Turns feature vectors into rows of the gallery, in AssemblyScript: what loading does for every
 * vector. Rows are unsigned bytes of seven bits or twice four, see `gallery.ts`.
 */
import { add16, totals } from './dot-products';

/** Directions that are projected on at a time: each piece of a row is read once for all of them. */
const DIRECTIONS: u32 = 4;
/** Rows hold values from -63 to 63, stored with 64 added. */
const ROW_LIMIT: f32 = 63;
const ROW_ZERO: f32 = 64;
/** Narrow rows hold values from -7 to 7, stored with 8 added; and how many. */
const NARROW_LIMIT: f32 = 7;
const NARROW_ZERO: f32 = 8;
const NARROW_VALUES: u32 = 128;

/**
 * The unit vector of 16-bit steps.
 * @param steps `width` of them, a multiple of 8; the scale they have does not matter
 * @param out `width` f32
 */
export function toUnitVector(steps: usize, width: u32, out: usize): void {
  let even = i64x2.splat(0);
  let odd = i64x2.splat(0);
  for (let i: u32 = 0; i < width; i += 8) {
    const eight = v128.load(steps + (i << 1));
    const squares = i32x4.dot_i16x8_s(eight, eight);
    even = i64x2.add(even, i64x2.extend_low_i32x4_u(squares));
    odd = i64x2.add(odd, i64x2.extend_high_i32x4_u(squares));
  }
  const sums = i64x2.add(even, odd);
  const sum = <f64>(i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1));
  const factor = f32x4.splat(sum > 0 ? <f32>(1 / Math.sqrt(sum)) : 0);
  for (let i: u32 = 0; i < width; i += 8) {
    const eight = v128.load(steps + (i << 1));
    const at = out + (i << 2);
    v128.store(at, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), factor));
    v128.store(at, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), factor), 16);
  }
}

/**
 * Writes the difference of a vector from the mean to `residual`.
 * @param values, mean, residual `width` f32, a multiple of 8
 * @returns the scalar product of vector and mean
 */
export function subtractMean(values: usize, mean: usize, width: u32, residual: usize): f32 {
  let even = f32x4.splat(0);
  let odd = f32x4.splat(0);
  for (let at: usize = 0; at < width << 2; at += 32) {
    const value = v128.load(values + at);
    const next = v128.load(values + at, 16);
    const typical = v128.load(mean + at);
    const nextTypical = v128.load(mean + at, 16);
    even = f32x4.add(even, f32x4.mul(value, typical));
    odd = f32x4.add(odd, f32x4.mul(next, nextTypical));
    v128.store(residual + at, f32x4.sub(value, typical));
    v128.store(residual + at, f32x4.sub(next, nextTypical), 16);
  }
  const products = f32x4.add(even, odd);
  return (
    f32x4.extract_lane(products, 0) +
    f32x4.extract_lane(products, 1) +
    f32x4.extract_lane(products, 2) +
    f32x4.extract_lane(products, 3)
  );
}

/**
 * Rounds values to bytes of a row.
 * @param values `width` f32, a multiple of 16
 * @param out `width` bytes
 * @returns what one step of them stands for
 */
export function toRow(values: usize, width: u32, out: usize): f32 {
  const most = largest(values, width);
  const factor = most > 0 ? ROW_LIMIT / most : 0;
  for (let i: u32 = 0; i < width; i += 16)
    v128.store(out + i, rounded(values + (i << 2), factor, ROW_ZERO));
  return most / ROW_LIMIT;
}

/**
 * Rounds 128 values to the 64 bytes of a narrow row.
 * @param values f32
 * @returns what one step of them stands for
 */
export function toNarrowRow(values: usize, out: usize): f32 {
  const most = largest(values, NARROW_VALUES);
  const factor = most > 0 ? NARROW_LIMIT / most : 0;
  const half = NARROW_VALUES / 2;
  for (let i: u32 = 0; i < half; i += 16) {
    const low = rounded(values + (i << 2), factor, NARROW_ZERO);
    const high = rounded(values + ((half + i) << 2), factor, NARROW_ZERO);
    v128.store(out + i, v128.or(low, i8x16.shl(high, 4)));
  }
  return most / NARROW_LIMIT;
}

/** Largest magnitude of `width` f32, a multiple of 4. */
function largest(values: usize, width: u32): f32 {
  let most = f32x4.splat(0);
  for (let at: usize = 0; at < width << 2; at += 16)
    most = f32x4.pmax(most, f32x4.abs(v128.load(values + at)));
  return max(
    max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
}

/** Sixteen values rounded to bytes, `zero` added. */
// @ts-expect-error: decorator
@inline
function rounded(at: usize, factor: f32, zero: f32): v128 {
  const low = i16x8.narrow_i32x4_s(four(at, factor, zero), four(at + 16, factor, zero));
  const high = i16x8.narrow_i32x4_s(four(at + 32, factor, zero), four(at + 48, factor, zero));
  return i8x16.narrow_i16x8_u(low, high);
}

/** Four of them: adding 1.5 * 2^23 leaves no room for fractions, and whole numbers lowest. */
// @ts-expect-error: decorator
@inline
function four(at: usize, factor: f32, zero: f32): v128 {
  const scaled = f32x4.mul(v128.load(at), f32x4.splat(factor));
  return v128.and(f32x4.add(scaled, f32x4.splat(zero + 12_582_912)), i32x4.splat(0x7f));
}

/**
 * Products of one row with many directions.
 * @param row `width` bytes, a multiple of 16
 * @param directions `count` of `width` signed bytes each, a multiple of four
 * @param out one i32 a direction
 */
export function project(row: usize, directions: usize, width: u32, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i += DIRECTIONS) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    const first = directions + i * width;
    for (let at: u32 = 0; at < width; at += 16) {
      const piece = v128.load(row + at);
      a = add16(v128.load(first + at), piece, a);
      b = add16(v128.load(first + width + at), piece, b);
      c = add16(v128.load(first + 2 * width + at), piece, c);
      d = add16(v128.load(first + 3 * width + at), piece, d);
    }
    v128.store(out + (i << 2), totals(a, b, c, d));
  }
}
