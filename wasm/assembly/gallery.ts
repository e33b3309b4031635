/**
 * The inner loops of the gallery, in AssemblyScript: scalar products of probes with many stored
 * rows. Compiled twice, with and without relaxed SIMD, by `npm run build:wasm`.
 *
 * Wide rows are unsigned bytes of seven bits (a value v is stored as v + 64), narrow rows values of
 * four (v + 8), probes are signed bytes. That is what the relaxed dot product of WebAssembly takes,
 * and the 64 costs nothing: it adds 64 times the sum of the probe to every product, the probe's
 * offset, which is taken off again.
 *
 * A score is (products - offset) * unit of the row * unit of the probe + bias of the row; a bias of
 * minus infinity: the row is not looked at. Rows above a probe's threshold are written to its list,
 * as pairs of row number (u32) and score (f32).
 */
import { add16, totals } from './dot-products';

// Each probe has a record, read and written by `src/gallery/memory/working-space.ts` as well:
// i32 offset
const OFFSET = 0;
// f32 what one step of the probe's bytes stands for
const UNIT = 4;
// f32 scores above this are wanted
const THRESHOLD = 8;
// u32 where its list begins, and where the next pair of it is written
const LIST = 12;
const END = 16;
// u8 a constant, 15: of one that stands in the code V8 makes three instructions at every use
const NIBBLE = 20;
// signed bytes
const BYTES = 32;

/** Bytes of a narrow row: the low four bits hold its first half, the high four the other. */
const NARROW = 64;

/** Products of 16 pairs of narrow values: 16-bit sums, in which there is room for four such. */
// @ts-expect-error: decorator
@inline
function pairs(low: v128, high: v128, row: v128, nibble: v128): v128 {
  const lows = v128.and(row, nibble);
  const highs = v128.and(i16x8.shr_u(row, 4), nibble);
  if (ASC_FEATURE_RELAXED_SIMD)
    return i16x8.add(
      i16x8.relaxed_dot_i8x16_i7x16_s(low, lows),
      i16x8.relaxed_dot_i8x16_i7x16_s(high, highs),
    );
  const products = i16x8.add(
    i16x8.extmul_low_i8x16_s(low, lows),
    i16x8.extmul_high_i8x16_s(low, lows),
  );
  return i16x8.add(
    i16x8.add(products, i16x8.extmul_low_i8x16_s(high, highs)),
    i16x8.extmul_high_i8x16_s(high, highs),
  );
}

/** Products of a probe, low bytes and high ones in turn, with a narrow row, in four sums. */
// @ts-expect-error: decorator
@inline
function narrow(
  row: usize,
  nibble: v128,
  l0: v128,
  h0: v128,
  l1: v128,
  h1: v128,
  l2: v128,
  h2: v128,
  l3: v128,
  h3: v128,
): v128 {
  let sums = pairs(l0, h0, v128.load(row), nibble);
  sums = i16x8.add(sums, pairs(l1, h1, v128.load(row, 16), nibble));
  sums = i16x8.add(sums, pairs(l2, h2, v128.load(row, 32), nibble));
  sums = i16x8.add(sums, pairs(l3, h3, v128.load(row, 48), nibble));
  return i32x4.extadd_pairwise_i16x8_s(sums);
}

/** Four totals as they count for the score. */
// @ts-expect-error: decorator
@inline
function scaled(products: v128, offset: v128, scales: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.sub(products, offset)), scales);
}

/**
 * Writes the pairs of those of the rows `first` .. `first + 3` for which `above` holds. Those of the
 * others are written, too, and overwritten by what follows: a processor cannot foresee which.
 */
// @ts-expect-error: decorator
@inline
function keep(above: v128, scores: v128, first: u32, end: usize): usize {
  const rows = i32x4.bitmask(above);
  let next = end;
  put(next, first, f32x4.extract_lane(scores, 0));
  next += (rows & 1) << 3;
  put(next, first + 1, f32x4.extract_lane(scores, 1));
  next += (rows & 2) << 2;
  put(next, first + 2, f32x4.extract_lane(scores, 2));
  next += (rows & 4) << 1;
  put(next, first + 3, f32x4.extract_lane(scores, 3));
  return next + (rows & 8);
}

// @ts-expect-error: decorator
@inline
function put(out: usize, row: u32, score: f32): void {
  store<u32>(out, row);
  store<f32>(out, score, 4);
}

/** True when none of four rows is to be looked at: their biases are minus infinity. */
// @ts-expect-error: decorator
@inline
function noneOf(biases: v128): bool {
  return !v128.any_true(f32x4.gt(biases, f32x4.splat(-f32.MAX_VALUE)));
}

/**
 * The narrow scores of `rowCount` rows, a multiple of four, with each probe.
 * @param probes records, `stride` bytes apart
 * @param rows the first row, the others follow
 * @param units, biases one f32 a row
 * @param first number of the first row
 * @returns bytes of the longest list
 */
export function scanNarrow(
  probes: usize,
  probeCount: u32,
  stride: u32,
  rows: usize,
  units: usize,
  biases: usize,
  first: u32,
  rowCount: u32,
): u32 {
  let longest: u32 = 0;
  for (let i: u32 = 0; i < probeCount; i++) {
    const probe = probes + i * stride;
    const bytes = probe + BYTES;
    const nibble = v128.load8_splat(probe, NIBBLE);
    const offset = v128.load32_splat(probe, OFFSET);
    const unit = v128.load32_splat(probe, UNIT);
    const threshold = v128.load32_splat(probe, THRESHOLD);
    let end = <usize>load<u32>(probe, END);
    for (let row: u32 = 0; row < rowCount; row += 4) {
      const bias = v128.load(biases + (row << 2));
      if (noneOf(bias)) continue;
      const l0 = v128.load(bytes);
      const h0 = v128.load(bytes, NARROW);
      const l1 = v128.load(bytes, 16);
      const h1 = v128.load(bytes, NARROW + 16);
      const l2 = v128.load(bytes, 32);
      const h2 = v128.load(bytes, NARROW + 32);
      const l3 = v128.load(bytes, 48);
      const h3 = v128.load(bytes, NARROW + 48);
      const at = rows + row * NARROW;
      const products = totals(
        narrow(at, nibble, l0, h0, l1, h1, l2, h2, l3, h3),
        narrow(at + NARROW, nibble, l0, h0, l1, h1, l2, h2, l3, h3),
        narrow(at + 2 * NARROW, nibble, l0, h0, l1, h1, l2, h2, l3, h3),
        narrow(at + 3 * NARROW, nibble, l0, h0, l1, h1, l2, h2, l3, h3),
      );
      const scales = f32x4.mul(v128.load(units + (row << 2)), unit);
      const scores = f32x4.add(scaled(products, offset, scales), bias);
      const above = f32x4.gt(scores, threshold);
      // Few are, once it is known what the best score.
      if (v128.any_true(above)) end = keep(above, scores, first + row, end);
    }
    store<u32>(probe, <u32>end, END);
    longest = max(longest, <u32>end - load<u32>(probe, LIST));
  }
  return longest;
}

/**
 * Products of a probe with four rows of `width` bytes, a multiple of 16: one total a row. Rows side
 * by side, because each lies somewhere else in memory and is waited for.
 */
// @ts-expect-error: decorator
@inline
function wideTotals(bytes: usize, r0: usize, r1: usize, r2: usize, r3: usize, width: u32): v128 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (let at: u32 = 0; at < width; at += 16) {
    const probe = v128.load(bytes + at);
    a = add16(probe, v128.load(r0 + at), a);
    b = add16(probe, v128.load(r1 + at), b);
    c = add16(probe, v128.load(r2 + at), c);
    d = add16(probe, v128.load(r3 + at), d);
  }
  return totals(a, b, c, d);
}

/**
 * The scores of `rowCount` wide rows of `width` bytes, a multiple of four, with each probe; see
 * `scanNarrow`.
 */
export function scanWide(
  probes: usize,
  probeCount: u32,
  stride: u32,
  width: u32,
  rows: usize,
  units: usize,
  biases: usize,
  first: u32,
  rowCount: u32,
): u32 {
  let longest: u32 = 0;
  for (let i: u32 = 0; i < probeCount; i++) {
    const probe = probes + i * stride;
    const offset = v128.load32_splat(probe, OFFSET);
    const unit = v128.load32_splat(probe, UNIT);
    const threshold = v128.load32_splat(probe, THRESHOLD);
    let end = <usize>load<u32>(probe, END);
    for (let row: u32 = 0; row < rowCount; row += 4) {
      const bias = v128.load(biases + (row << 2));
      if (noneOf(bias)) continue;
      const at = rows + row * width;
      const products = wideTotals(
        probe + BYTES,
        at,
        at + width,
        at + 2 * width,
        at + 3 * width,
        width,
      );
      const scales = f32x4.mul(v128.load(units + (row << 2)), unit);
      const scores = f32x4.add(scaled(products, offset, scales), bias);
      end = keep(f32x4.gt(scores, threshold), scores, first + row, end);
    }
    store<u32>(probe, <u32>end, END);
    longest = max(longest, <u32>end - load<u32>(probe, LIST));
  }
  return longest;
}

/**
 * Replaces the scores of `count` pairs, a multiple of four, by those of their wide rows.
 * @param probe record of the probe
 * @param base number of the row that lies at `rows`
 */
export function rescore(
  probe: usize,
  width: u32,
  rows: usize,
  units: usize,
  biases: usize,
  base: u32,
  pairs: usize,
  count: u32,
): void {
  const offset = load<i32>(probe, OFFSET);
  const unit = load<f32>(probe, UNIT);
  for (let pair = pairs; pair < pairs + (count << 3); pair += 32) {
    const r0 = load<u32>(pair) - base;
    const r1 = load<u32>(pair, 8) - base;
    const r2 = load<u32>(pair, 16) - base;
    const r3 = load<u32>(pair, 24) - base;
    const products = wideTotals(
      probe + BYTES,
      rows + r0 * width,
      rows + r1 * width,
      rows + r2 * width,
      rows + r3 * width,
      width,
    );
    score(pair, i32x4.extract_lane(products, 0) - offset, r0, unit, units, biases);
    score(pair + 8, i32x4.extract_lane(products, 1) - offset, r1, unit, units, biases);
    score(pair + 16, i32x4.extract_lane(products, 2) - offset, r2, unit, units, biases);
    score(pair + 24, i32x4.extract_lane(products, 3) - offset, r3, unit, units, biases);
  }
}

/** Writes the score of a row to its pair. */
// @ts-expect-error: decorator
@inline
function score(
  pair: usize,
  products: i32,
  row: u32,
  unit: f32,
  units: usize,
  biases: usize,
): void {
  const at = row << 2;
  const scale = load<f32>(units + at) * unit;
  store<f32>(pair, <f32>products * scale + load<f32>(biases + at), 4);
}
