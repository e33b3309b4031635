/**
 * The inner loops of the gallery, in AssemblyScript: scalar products of probes with many stored
 * rows. Compiled twice, with and without relaxed SIMD, by `npm run build:kernel`.
 *
 * Rows are unsigned bytes of seven bits (a value v is stored as v + 64), probes are signed bytes.
 * That is what the relaxed dot product of WebAssembly takes, and the 64 costs nothing: it adds 64
 * times the sum of the probe to every product, the probe's offset, which is taken off again.
 *
 * A score is (products - offset) * unit of the row * unit of the probe + bias of the row; a bias of
 * minus infinity: the row is not looked at. Rows above a probe's threshold are written to its list,
 * as pairs of row number (u32) and score (f32).
 */
import { add16, totals } from './dot-products';

// Each probe has a record, read and written by `src/gallery/memory/working-space.ts` as well:
// i32 offset; of a narrow row only its head
const OFFSET = 0;
// i32 offset of the tail, f32 length of the tail
const TAIL_OFFSET = 4;
const TAIL_LENGTH = 8;
// f32 what one step of the probe's bytes stands for
const UNIT = 12;
// f32 scores above this are wanted
const THRESHOLD = 16;
// u32 where its list begins, and where the next pair of it is written
const LIST = 20;
const END = 24;
// signed bytes; of a narrow probe from -31 to 31, first the head, then the tail
const BYTES = 32;

/** Bytes of the head of a narrow row, and of its tail. */
const HALF = 64;

/** Products of 64 bytes, in 16-bit sums, which hold them when probe bytes are from -31 to 31. */
// @ts-expect-error: decorator
@inline
function half(row: usize, p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) {
    const a = i16x8.relaxed_dot_i8x16_i7x16_s(p0, v128.load(row));
    const b = i16x8.relaxed_dot_i8x16_i7x16_s(p1, v128.load(row, 16));
    const c = i16x8.relaxed_dot_i8x16_i7x16_s(p2, v128.load(row, 32));
    const d = i16x8.relaxed_dot_i8x16_i7x16_s(p3, v128.load(row, 48));
    return i32x4.extadd_pairwise_i16x8_s(i16x8.add(i16x8.add(a, b), i16x8.add(c, d)));
  }
  let sums = add16(p0, v128.load(row), i32x4.splat(0));
  sums = add16(p1, v128.load(row, 16), sums);
  sums = add16(p2, v128.load(row, 32), sums);
  return add16(p3, v128.load(row, 48), sums);
}

/** Four totals as they count for the score. */
// @ts-expect-error: decorator
@inline
function scaled(products: v128, offset: v128, scales: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.sub(products, offset)), scales);
}

// @ts-expect-error: decorator
@inline
function total(a: v128): i32 {
  const halves = i32x4.add(a, v128.shuffle<i32>(a, a, 2, 3, 0, 1));
  return i32x4.extract_lane(i32x4.add(halves, v128.shuffle<i32>(halves, halves, 1, 0, 3, 2)), 0);
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
 * @param heads, tails halves of the first row, the others follow
 * @param units, lengths, biases one f32 a row; `lengths` are those of the tails
 * @param first number of the first row
 * @returns bytes of the longest list
 */
export function scanNarrow(
  probes: usize,
  probeCount: u32,
  stride: u32,
  heads: usize,
  tails: usize,
  units: usize,
  lengths: usize,
  biases: usize,
  first: u32,
  rowCount: u32,
): u32 {
  let longest: u32 = 0;
  for (let i: u32 = 0; i < probeCount; i++) {
    const probe = probes + i * stride;
    const from = <usize>load<u32>(probe, END);
    const to = scanHeads(probe, heads, units, lengths, biases, first, rowCount, from);
    const end = addTails(probe, tails - first * HALF, units - (first << 2), from, to);
    store<u32>(probe, <u32>end, END);
    longest = max(longest, <u32>end - load<u32>(probe, LIST));
  }
  return longest;
}

/**
 * Writes the rows that may be above the threshold, with the scores of their heads. By Cauchy and
 * Schwarz the tail adds at most the product of the tails' lengths; most rows are too far away.
 */
function scanHeads(
  probe: usize,
  heads: usize,
  units: usize,
  lengths: usize,
  biases: usize,
  first: u32,
  rowCount: u32,
  out: usize,
): usize {
  const p0 = v128.load(probe, BYTES);
  const p1 = v128.load(probe, BYTES + 16);
  const p2 = v128.load(probe, BYTES + 32);
  const p3 = v128.load(probe, BYTES + 48);
  const offset = v128.load32_splat(probe, OFFSET);
  const unit = v128.load32_splat(probe, UNIT);
  const length = v128.load32_splat(probe, TAIL_LENGTH);
  const threshold = v128.load32_splat(probe, THRESHOLD);
  let next = out;
  for (let row: u32 = 0; row < rowCount; row += 4) {
    const bias = v128.load(biases + (row << 2));
    if (noneOf(bias)) continue;
    const at = heads + row * HALF;
    const products = totals(
      half(at, p0, p1, p2, p3),
      half(at + HALF, p0, p1, p2, p3),
      half(at + 2 * HALF, p0, p1, p2, p3),
      half(at + 3 * HALF, p0, p1, p2, p3),
    );
    const scales = f32x4.mul(v128.load(units + (row << 2)), unit);
    const scores = f32x4.add(scaled(products, offset, scales), bias);
    const most = f32x4.add(scores, f32x4.mul(v128.load(lengths + (row << 2)), length));
    next = keep(f32x4.gt(most, threshold), scores, first + row, next);
  }
  return next;
}

/**
 * Completes the scores of the pairs from `from` to `to` and moves those above the threshold
 * together. After the heads, because the tails lie scattered: so many are fetched at a time.
 * @param tails, units where those of row 0 would lie
 * @returns the end of what remains
 */
function addTails(probe: usize, tails: usize, units: usize, from: usize, to: usize): usize {
  const p0 = v128.load(probe, BYTES + HALF);
  const p1 = v128.load(probe, BYTES + HALF + 16);
  const p2 = v128.load(probe, BYTES + HALF + 32);
  const p3 = v128.load(probe, BYTES + HALF + 48);
  const offset = load<i32>(probe, TAIL_OFFSET);
  const unit = load<f32>(probe, UNIT);
  const threshold = load<f32>(probe, THRESHOLD);
  let end = from;
  for (let pair = from; pair < to; pair += 8) {
    const row = load<u32>(pair);
    const products = total(half(tails + row * HALF, p0, p1, p2, p3)) - offset;
    const rest = <f32>products * (load<f32>(units + (row << 2)) * unit);
    const score = load<f32>(pair, 4) + rest;
    put(end, row, score);
    end += <usize>(score > threshold) << 3;
  }
  return end;
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
