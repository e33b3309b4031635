/**
 * The layers of BlazeFace, in AssemblyScript, for the finder of faces that runs in browsers
 * (`web/capture/finder`). Compiled by `npm run build:wasm`.
 *
 * Tensors are float32, rows of pixels of channels. A padded tensor has a ring of zeros one pixel
 * wide, so that no loop asks where the edge is; its address is that of its first pixel inside, and
 * `row` is the distance of its rows in bytes. Channels come in lanes of 24, six vectors.
 */

/** Bytes of the channels of a lane. */
const LANE_BYTES: usize = 96;

// @ts-expect-error: decorator
@inline
function at(address: usize): v128 {
  return v128.load32_splat(address);
}

// @ts-expect-error: decorator
@inline
function add(sum: v128, input: v128, weights: v128): v128 {
  return f32x4.add(sum, f32x4.mul(input, weights));
}

/**
 * A convolution that looks at `taps` rows of `width` successive values for two pixels at a time: of
 * one row and all channels, that with 1 × 1 kernels; of five rows and 15 values, the first of all.
 * @param step bytes between two pixels of the input
 * @param weights lane after lane of outputs: [taps][width][24]
 * @param skip added to the sums, with the geometry of `to`; 0: nothing
 * @param least what smaller results become: 0 (ReLU) or minus infinity
 */
export function convolve(
  from: usize,
  row: usize,
  nextRow: usize,
  step: usize,
  taps: i32,
  width: i32,
  side: i32,
  lanes: i32,
  weights: usize,
  biases: usize,
  skip: usize,
  to: usize,
  toRow: usize,
  least: f32,
): void {
  const floor = f32x4.splat(least);
  const outStep: usize = lanes * LANE_BYTES;
  const laneWeights: usize = taps * width * LANE_BYTES;
  const away = skip - to;
  for (let y = 0; y < side; y++) {
    for (let lane = 0; lane < lanes; lane++) {
      const bias = biases + lane * LANE_BYTES;
      const first = weights + lane * laneWeights;
      let out = to + y * toRow + lane * LANE_BYTES;
      let pixel = from + y * nextRow;
      for (let x = 0; x < side; x += 2) {
        const next = out + outStep;
        let a0 = v128.load(bias);
        let a1 = v128.load(bias, 16);
        let a2 = v128.load(bias, 32);
        let a3 = v128.load(bias, 48);
        let a4 = v128.load(bias, 64);
        let a5 = v128.load(bias, 80);
        let b0 = a0;
        let b1 = a1;
        let b2 = a2;
        let b3 = a3;
        let b4 = a4;
        let b5 = a5;
        if (skip !== 0) {
          const s = out + away;
          const t = next + away;
          a0 = f32x4.add(a0, v128.load(s));
          a1 = f32x4.add(a1, v128.load(s, 16));
          a2 = f32x4.add(a2, v128.load(s, 32));
          a3 = f32x4.add(a3, v128.load(s, 48));
          a4 = f32x4.add(a4, v128.load(s, 64));
          a5 = f32x4.add(a5, v128.load(s, 80));
          b0 = f32x4.add(b0, v128.load(t));
          b1 = f32x4.add(b1, v128.load(t, 16));
          b2 = f32x4.add(b2, v128.load(t, 32));
          b3 = f32x4.add(b3, v128.load(t, 48));
          b4 = f32x4.add(b4, v128.load(t, 64));
          b5 = f32x4.add(b5, v128.load(t, 80));
        }
        let w = first;
        for (let tap = 0; tap < taps; tap++) {
          let value = pixel + tap * row;
          const end = value + width * 4;
          for (; value < end; value += 4, w += LANE_BYTES) {
            const p = at(value);
            const q = at(value + step);
            const w0 = v128.load(w);
            const w1 = v128.load(w, 16);
            a0 = add(a0, p, w0);
            b0 = add(b0, q, w0);
            a1 = add(a1, p, w1);
            b1 = add(b1, q, w1);
            const w2 = v128.load(w, 32);
            const w3 = v128.load(w, 48);
            a2 = add(a2, p, w2);
            b2 = add(b2, q, w2);
            a3 = add(a3, p, w3);
            b3 = add(b3, q, w3);
            const w4 = v128.load(w, 64);
            const w5 = v128.load(w, 80);
            a4 = add(a4, p, w4);
            b4 = add(b4, q, w4);
            a5 = add(a5, p, w5);
            b5 = add(b5, q, w5);
          }
        }
        v128.store(out, f32x4.max(a0, floor));
        v128.store(out, f32x4.max(a1, floor), 16);
        v128.store(out, f32x4.max(a2, floor), 32);
        v128.store(out, f32x4.max(a3, floor), 48);
        v128.store(out, f32x4.max(a4, floor), 64);
        v128.store(out, f32x4.max(a5, floor), 80);
        v128.store(next, f32x4.max(b0, floor));
        v128.store(next, f32x4.max(b1, floor), 16);
        v128.store(next, f32x4.max(b2, floor), 32);
        v128.store(next, f32x4.max(b3, floor), 48);
        v128.store(next, f32x4.max(b4, floor), 64);
        v128.store(next, f32x4.max(b5, floor), 80);
        out = next + outStep;
        pixel += step * 2;
      }
    }
  }
}

/**
 * A 3 × 3 convolution of each channel for itself, without bias.
 * @param from upper left of what the first pixel sees, in a padded tensor
 * @param stride pixels between two that are looked at, 1 or 2
 * @param weights [9][channels]
 * @param to not padded
 */
export function depthwise(
  from: usize,
  row: usize,
  side: i32,
  channels: i32,
  stride: i32,
  weights: usize,
  to: usize,
): void {
  const pixel: usize = channels * 4;
  const step = pixel * stride;
  for (let y = 0; y < side; y++) {
    const line = from + y * stride * row;
    for (let c: usize = 0; c < pixel; c += 16) {
      let w = weights + c;
      const w0 = v128.load(w);
      const w1 = v128.load((w += pixel));
      const w2 = v128.load((w += pixel));
      const w3 = v128.load((w += pixel));
      const w4 = v128.load((w += pixel));
      const w5 = v128.load((w += pixel));
      const w6 = v128.load((w += pixel));
      const w7 = v128.load((w += pixel));
      const w8 = v128.load(w + pixel);
      let top = line + c;
      let out = to + y * side * pixel + c;
      for (let x = 0; x < side; x++) {
        const middle = top + row;
        const bottom = middle + row;
        let sum = f32x4.mul(v128.load(top), w0);
        sum = add(sum, v128.load(top + pixel), w1);
        sum = add(sum, v128.load(top + pixel * 2), w2);
        sum = add(sum, v128.load(middle), w3);
        sum = add(sum, v128.load(middle + pixel), w4);
        sum = add(sum, v128.load(middle + pixel * 2), w5);
        sum = add(sum, v128.load(bottom), w6);
        sum = add(sum, v128.load(bottom + pixel), w7);
        sum = add(sum, v128.load(bottom + pixel * 2), w8);
        v128.store(out, sum);
        out += pixel;
        top += step;
      }
    }
  }
}

/** The greatest of each 2 × 2 pixels; channels that only `to` has become zero. */
export function pool(
  from: usize,
  row: usize,
  side: i32,
  channels: i32,
  to: usize,
  toRow: usize,
  toChannels: i32,
): void {
  const pixel: usize = channels * 4;
  const toPixel: usize = toChannels * 4;
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const top = from + y * 2 * row + x * 2 * pixel;
      const bottom = top + row;
      const out = to + y * toRow + x * toPixel;
      let c: usize = 0;
      for (; c < pixel; c += 16) {
        const upper = f32x4.max(v128.load(top + c), v128.load(top + c + pixel));
        const lower = f32x4.max(v128.load(bottom + c), v128.load(bottom + c + pixel));
        v128.store(out + c, f32x4.max(upper, lower));
      }
      for (; c < toPixel; c += 16) v128.store(out + c, f32x4.splat(0));
    }
}
