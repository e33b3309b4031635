/** Reads TensorFlow Lite files: operators in order, tensors and their constant values. */
import { FlatTable } from './flatbuffer.ts';

export interface TfliteTensor {
  /** Lengths; images are [1, height, width, channels]. */
  readonly shape: readonly number[];
  /** Undefined if it is computed. */
  readonly values: Float32Array | undefined;
}

export interface TfliteOperator {
  /** Number of the built-in operator; 32: custom. */
  readonly code: number;
  /** Name of a custom operator. */
  readonly custom: string;
  /** Numbers of tensors. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** Options of a built-in operator. */
  readonly options: FlatTable | undefined;
  readonly customOptions: Uint8Array;
}

export interface TfliteModel {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

const FLOAT16 = 1;

/** @throws Error the file is no TensorFlow Lite model */
export function readTflite(bytes: Uint8Array): TfliteModel {
  if (new TextDecoder().decode(bytes.subarray(4, 8)) !== 'TFL3')
    throw new Error('no TensorFlow Lite file');
  const root = FlatTable.root(bytes);
  const codes = root.tables(1).map((code) => ({
    code: Math.max(code.int8(0), code.int32(3)),
    custom: code.text(1),
  }));
  const graph = root.tables(2)[0]!;
  const buffers = root.tables(4);
  return {
    inputs: graph.integers(1),
    outputs: graph.integers(2),
    tensors: graph.tables(0).map((tensor) => ({
      shape: tensor.integers(0),
      values: constant(buffers[tensor.int32(2)]?.bytes(0), tensor.int8(1)),
    })),
    operators: graph.tables(3).map((operator) => ({
      ...codes[operator.int32(0)]!,
      inputs: operator.integers(1),
      outputs: operator.integers(2),
      options: operator.table(4),
      customOptions: operator.bytes(5),
    })),
  };
}

function constant(bytes: Uint8Array | undefined, type: number): Float32Array | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = type === FLOAT16 ? 2 : 4;
  return Float32Array.from({ length: Math.floor(bytes.length / size) }, (_, i) =>
    type === FLOAT16 ? view.getFloat16(i * 2, true) : view.getFloat32(i * 4, true),
  );
}
