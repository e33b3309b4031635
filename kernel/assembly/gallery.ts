/**
 * The inner loops of the gallery, in AssemblyScript: scalar products of one probe with many stored
 * rows. Compiled twice, with and without relaxed SIMD, by `npm run build:kernel`.
 *
 * Rows are unsigned bytes of seven bits (a value v is stored as v + 64), probes are signed bytes.
 * That is what the relaxed dot product of WebAssembly takes, and the 64 costs nothing: it adds 64
 * times the sum of the probe to every product, which the caller takes off again.
 */

/** Products of 16 probe and 16 row bytes, added in groups of four to four sums. */
// @ts-expect-error: decorator
@inline
function add16(probe: v128, row: v128, sums: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i32x4.relaxed_dot_i8x16_i7x16_add_s(probe, row, sums);
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(probe), i16x8.extend_low_i8x16_s(row));
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(probe), i16x8.extend_high_i8x16_s(row));
  return i32x4.add(sums, i32x4.add(low, high));
}

/** Products of 64 bytes in eight 16-bit sums, which hold them when probe bytes are from -31 to 31. */
// @ts-expect-error: decorator
@inline
function add64(row: usize, p0: v128, p1: v128, p2: v128, p3: v128): v128 {
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

/** The four totals of four vectors of four sums. */
// @ts-expect-error: decorator
@inline
function totals(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(
    v128.shuffle<i32>(a, b, 0, 1, 4, 5),
    v128.shuffle<i32>(a, b, 2, 3, 6, 7),
  );
  const cd = i32x4.add(
    v128.shuffle<i32>(c, d, 0, 1, 4, 5),
    v128.shuffle<i32>(c, d, 2, 3, 6, 7),
  );
  return i32x4.add(
    v128.shuffle<i32>(ab, cd, 0, 2, 4, 6),
    v128.shuffle<i32>(ab, cd, 1, 3, 5, 7),
  );
}

// @ts-expect-error: decorator
@inline
function total(a: v128): i32 {
  return (
    i32x4.extract_lane(a, 0) +
    i32x4.extract_lane(a, 1) +
    i32x4.extract_lane(a, 2) +
    i32x4.extract_lane(a, 3)
  );
}

/** Writes the rows among `first` .. `first + 3` that score above the threshold; returns how many. */
// @ts-expect-error: decorator
@inline
function keep(scores: v128, threshold: f32, first: u32, out: usize): usize {
  const above = i32x4.bitmask(f32x4.gt(scores, f32x4.splat(threshold)));
  if (above == 0) return out;
  let next = out;
  if (above & 1) next = put(next, first, f32x4.extract_lane(scores, 0));
  if (above & 2) next = put(next, first + 1, f32x4.extract_lane(scores, 1));
  if (above & 4) next = put(next, first + 2, f32x4.extract_lane(scores, 2));
  if (above & 8) next = put(next, first + 3, f32x4.extract_lane(scores, 3));
  return next;
}

// @ts-expect-error: decorator
@inline
function put(out: usize, row: u32, score: f32): usize {
  store<u32>(out, row);
  store<f32>(out, score, 4);
  return out + 8;
}

/** True when none of four rows is to be looked at: their biases are minus infinity. */
// @ts-expect-error: decorator
@inline
function noneOf(biases: v128): bool {
  return !v128.any_true(f32x4.gt(biases, f32x4.splat(-f32.MAX_VALUE)));
}

/**
 * Scores rows of 128 bytes: (products - offset) * scale * unit + bias.
 * @param probe 128 signed bytes from -31 to 31, `unit` what one step of them stands for
 * @param rows the first of `count` rows, a multiple of four
 * @param scales, biases one f32 a row; a bias of minus infinity: the row is not looked at
 * @param first number of the first row
 * @param out where pairs of row number (u32) and score (f32) above the threshold are written
 * @returns the end of what was written
 */
export function scanNarrow(
  probe: usize,
  offset: i32,
  unit: f32,
  rows: usize,
  scales: usize,
  biases: usize,
  first: u32,
  count: u32,
  threshold: f32,
  out: usize,
): usize {
  const p0 = v128.load(probe);
  const p1 = v128.load(probe, 16);
  const p2 = v128.load(probe, 32);
  const p3 = v128.load(probe, 48);
  const p4 = v128.load(probe, 64);
  const p5 = v128.load(probe, 80);
  const p6 = v128.load(probe, 96);
  const p7 = v128.load(probe, 112);
  const offsets = i32x4.splat(offset);
  const units = f32x4.splat(unit);
  let next = out;
  let row = rows;
  for (let i: u32 = 0; i < count; i += 4) {
    const bias = v128.load(biases + (i << 2));
    if (noneOf(bias)) {
      row += 512;
      continue;
    }
    const a = i32x4.add(add64(row, p0, p1, p2, p3), add64(row + 64, p4, p5, p6, p7));
    const b = i32x4.add(add64(row + 128, p0, p1, p2, p3), add64(row + 192, p4, p5, p6, p7));
    const c = i32x4.add(add64(row + 256, p0, p1, p2, p3), add64(row + 320, p4, p5, p6, p7));
    const d = i32x4.add(add64(row + 384, p0, p1, p2, p3), add64(row + 448, p4, p5, p6, p7));
    const products = f32x4.convert_i32x4_s(i32x4.sub(totals(a, b, c, d), offsets));
    const scores = f32x4.add(
      f32x4.mul(products, f32x4.mul(v128.load(scales + (i << 2)), units)),
      bias,
    );
    next = keep(scores, threshold, first + i, next);
    row += 512;
  }
  return next;
}

/** Products of a probe with one row of `width` bytes, a multiple of 16, in four sums. */
// @ts-expect-error: decorator
@inline
function wideSums(probe: usize, row: usize, width: u32): v128 {
  let even = i32x4.splat(0);
  let odd = i32x4.splat(0);
  let at: u32 = 0;
  for (; at + 32 <= width; at += 32) {
    even = add16(v128.load(probe + at), v128.load(row + at), even);
    odd = add16(v128.load(probe + at, 16), v128.load(row + at, 16), odd);
  }
  if (at < width) even = add16(v128.load(probe + at), v128.load(row + at), even);
  return i32x4.add(even, odd);
}

/** The same as `scanNarrow` for rows of any width that is a multiple of 16, and any probe bytes. */
export function scanWide(
  probe: usize,
  offset: i32,
  unit: f32,
  width: u32,
  rows: usize,
  scales: usize,
  biases: usize,
  first: u32,
  count: u32,
  threshold: f32,
  out: usize,
): usize {
  const offsets = i32x4.splat(offset);
  const units = f32x4.splat(unit);
  let next = out;
  for (let i: u32 = 0; i < count; i += 4) {
    const bias = v128.load(biases + (i << 2));
    if (noneOf(bias)) continue;
    const row = rows + i * width;
    const a = wideSums(probe, row, width);
    const b = wideSums(probe, row + width, width);
    const c = wideSums(probe, row + 2 * width, width);
    const d = wideSums(probe, row + 3 * width, width);
    const products = f32x4.convert_i32x4_s(i32x4.sub(totals(a, b, c, d), offsets));
    const scores = f32x4.add(
      f32x4.mul(products, f32x4.mul(v128.load(scales + (i << 2)), units)),
      bias,
    );
    next = keep(scores, threshold, first + i, next);
  }
  return next;
}

/**
 * Replaces the scores of `count` pairs of row number and score by those of the wide rows.
 * @param base number of the row that lies at `rows`
 */
export function rescore(
  probe: usize,
  offset: i32,
  unit: f32,
  width: u32,
  rows: usize,
  scales: usize,
  biases: usize,
  base: u32,
  pairs: usize,
  count: u32,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const pair = pairs + (i << 3);
    const row = load<u32>(pair) - base;
    const products = total(wideSums(probe, rows + row * width, width)) - offset;
    const scale = load<f32>(scales + (row << 2)) * unit;
    store<f32>(pair, <f32>products * scale + load<f32>(biases + (row << 2)), 4);
  }
}
