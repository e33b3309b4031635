/** The state of a conversion from TensorFlow.js: values, their layouts, and constants. */
import { OnnxGraph } from './onnx-graph.ts';
import type { AttributeValue, Dimension } from './onnx-schema.ts';
import { type Constant, transpose } from './weights.ts';

/** Marks the batch axis, whose length is only known at run time. */
export const BATCH = -1;

/** A tensor computed at run time. `shape` is TensorFlow's, in any memory order. */
export interface Value {
  readonly name: string;
  readonly shape: readonly number[];
  /** `nchw`: rank 4, stored channels first; `plain`: stored as `shape` says. */
  readonly layout: 'nchw' | 'plain';
  /** The value is `source` limited to this range, if known. */
  readonly range?: { readonly source: Value; readonly least: number; readonly most: number };
}

export type Operand = Value | Constant;

const isConstant = (operand: Operand): operand is Constant => 'data' in operand;

/** Lengths in ONNX form: the batch axis is named N. */
export const dimensions = (shape: readonly number[]): Dimension[] =>
  shape.map((length) => (length === BATCH ? 'N' : length));

export const nchwShape = (shape: readonly number[]): number[] => [
  shape[0]!,
  shape[3]!,
  shape[1]!,
  shape[2]!,
];

/** A constant for element-wise use beside channels-first tensors: rank 4, transposed. */
function channelsFirst(constant: Constant): Constant {
  const shape = [1, 1, 1, 1, ...constant.shape].slice(-4);
  const moved = transpose({ shape, data: constant.data }, [0, 3, 1, 2]);
  return { shape: moved.shape.slice(1), data: moved.data };
}

/** The ONNX graph under construction, with layout rules. */
export class Lowering {
  readonly graph = new OnnxGraph();

  /** Adds an ONNX node that yields a tensor of TensorFlow shape `shape`. */
  emit(
    opType: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, AttributeValue>>,
    name: string,
    shape: readonly number[],
    layout: Value['layout'],
  ): Value {
    return { name: this.graph.node(opType, inputs, attributes, name), shape, layout };
  }

  floats(name: string, constant: Constant): string {
    return this.graph.floats(name, constant.shape, Float32Array.from(constant.data));
  }

  plain(value: Value): Value {
    if (value.layout === 'plain') return value;
    const name = `${value.name}/nhwc`;
    return this.emit('Transpose', [value.name], { perm: [0, 2, 3, 1] }, name, value.shape, 'plain');
  }

  /** An operand of an element-wise operation on images by ONNX name. */
  operand(operand: Operand, name: string): string {
    return isConstant(operand) ? this.floats(name, channelsFirst(operand)) : operand.name;
  }
}
