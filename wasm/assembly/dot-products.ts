/** Scalar products of probe and row bytes, sixteen at a time: what all kernels are made of. */

/** Products of 16 probe and 16 row bytes, added in groups of four to four sums. */
// @ts-expect-error: decorator
@inline
export function add16(probe: v128, row: v128, sums: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i32x4.relaxed_dot_i8x16_i7x16_add_s(probe, row, sums);
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(probe), i16x8.extend_low_i8x16_s(row));
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(probe), i16x8.extend_high_i8x16_s(row));
  return i32x4.add(sums, i32x4.add(low, high));
}

/** The four totals of four vectors of four sums. */
// @ts-expect-error: decorator
@inline
export function totals(a: v128, b: v128, c: v128, d: v128): v128 {
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
