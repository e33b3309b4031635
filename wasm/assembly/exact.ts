/** Exact comparison of float vectors, which the bench holds searches against. */

/**
 * Scalar products of every probe with every vector.
 * @param probes `probeCount` of `width` f32 each; an even number, and a multiple of four
 * @param vectors as many bytes apart; `vectorCount` is a multiple of four
 * @param out one f32 for each vector of the first probe, then of the next
 */
export function compareAll(
  probes: usize,
  probeCount: u32,
  vectors: usize,
  vectorCount: u32,
  width: u32,
  out: usize,
): void {
  const bytes = width << 2;
  let next = out;
  for (let i: u32 = 0; i < probeCount; i += 2) {
    const p = probes + i * bytes;
    for (let k: u32 = 0; k < vectorCount; k += 4) {
      compareSome(p, vectors + k * bytes, bytes, next, next + (vectorCount << 2));
      next += 16;
    }
    next += vectorCount << 2;
  }
}

/** Two probes with four vectors. */
function compareSome(p: usize, v: usize, bytes: u32, out: usize, nextOut: usize): void {
  const q = p + bytes;
  let p0 = f32x4.splat(0);
  let p1 = f32x4.splat(0);
  let p2 = f32x4.splat(0);
  let p3 = f32x4.splat(0);
  let q0 = f32x4.splat(0);
  let q1 = f32x4.splat(0);
  let q2 = f32x4.splat(0);
  let q3 = f32x4.splat(0);
  for (let at: u32 = 0; at < bytes; at += 16) {
    const a = v128.load(p + at);
    const b = v128.load(q + at);
    const v0 = v128.load(v + at);
    const v1 = v128.load(v + bytes + at);
    const v2 = v128.load(v + 2 * bytes + at);
    const v3 = v128.load(v + 3 * bytes + at);
    p0 = f32x4.relaxed_madd(a, v0, p0);
    p1 = f32x4.relaxed_madd(a, v1, p1);
    p2 = f32x4.relaxed_madd(a, v2, p2);
    p3 = f32x4.relaxed_madd(a, v3, p3);
    q0 = f32x4.relaxed_madd(b, v0, q0);
    q1 = f32x4.relaxed_madd(b, v1, q1);
    q2 = f32x4.relaxed_madd(b, v2, q2);
    q3 = f32x4.relaxed_madd(b, v3, q3);
  }
  v128.store(out, f32x4(total(p0), total(p1), total(p2), total(p3)));
  v128.store(nextOut, f32x4(total(q0), total(q1), total(q2), total(q3)));
}

// @ts-expect-error: decorator
@inline
function total(a: v128): f32 {
  return (
    f32x4.extract_lane(a, 0) +
    f32x4.extract_lane(a, 1) +
    (f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3))
  );
}
