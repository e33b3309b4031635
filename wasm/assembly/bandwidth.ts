/** Reads memory as fast as one thread can: what the bench holds the narrow pass against. */

/** A value that depends on every byte; `length` is a multiple of 128. */
export function readAll(at: usize, length: usize): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  const end = at + length;
  for (let next = at; next < end; next += 128) {
    a = v128.or(a, v128.or(v128.load(next), v128.load(next, 64)));
    b = v128.or(b, v128.or(v128.load(next, 16), v128.load(next, 80)));
    c = v128.or(c, v128.or(v128.load(next, 32), v128.load(next, 96)));
    d = v128.or(d, v128.or(v128.load(next, 48), v128.load(next, 112)));
  }
  return i32x4.extract_lane(v128.or(v128.or(a, b), v128.or(c, d)), 0);
}
