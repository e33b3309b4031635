/** Reads weight files of TensorFlow.js manifests: float32, float16, quantised tensors by name. */

/** A constant tensor in row-major order; integers are held exactly in float64 precision. */
export interface Constant {
  readonly shape: readonly number[];
  readonly data: Float32Array | Int32Array;
}

export interface WeightSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: {
    readonly dtype: string;
    readonly scale?: number;
    readonly min?: number;
  };
}

/** Bytes of a value, and how it is read, by type. */
const STORED: Readonly<
  Record<string, readonly [size: number, read: (view: DataView, offset: number) => number]>
> = {
  float32: [4, (view, offset) => view.getFloat32(offset, true)],
  int32: [4, (view, offset) => view.getInt32(offset, true)],
  float16: [2, (view, offset) => view.getFloat16(offset, true)],
  uint8: [1, (view, offset) => view.getUint8(offset)],
};

export const elements = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1);

/**
 * Decodes every tensor of a manifest group. The tensors follow each other without padding.
 * @param specs the group's `weights` list
 * @param bytes the group's files, joined in order
 */
export function readWeights(
  specs: readonly WeightSpec[],
  bytes: Uint8Array,
): Map<string, Constant> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const constants = new Map<string, Constant>();
  let offset = 0;
  for (const spec of specs) {
    const [size, read] = STORED[spec.quantization?.dtype ?? spec.dtype]!;
    const count = elements(spec.shape);
    const data = spec.dtype === 'int32' ? new Int32Array(count) : new Float32Array(count);
    const { scale = 1, min = 0 } = spec.quantization ?? {};
    for (let index = 0; index < count; index++)
      data[index] = read(view, offset + index * size) * scale + min;
    offset += count * size;
    constants.set(spec.name, { shape: spec.shape, data });
  }
  return constants;
}

/** The tensor with its axes reordered: axis i of the result is `order[i]` of `input`. */
export function transpose(input: Constant, order: readonly number[]): Constant {
  const shape = order.map((axis) => input.shape[axis]!);
  const strides = input.shape.map((_, axis) => elements(input.shape.slice(axis + 1)));
  const steps = order.map((axis) => strides[axis]!);
  const data = input.data.slice();
  const [rows, row] = [elements(shape.slice(0, -1)), shape.at(-1) ?? 1];
  const step = steps.at(-1) ?? 1;
  const index = shape.map(() => 0);
  let from = 0;
  for (let line = 0; line < rows; line++) {
    for (let column = 0; column < row; column++)
      data[line * row + column] = input.data[from + column * step]!;
    for (let axis = shape.length - 2; axis >= 0; axis--) {
      from += steps[axis]!;
      if (++index[axis]! < shape[axis]!) break;
      from -= steps[axis]! * shape[axis]!;
      index[axis] = 0;
    }
  }
  return { shape, data };
}
