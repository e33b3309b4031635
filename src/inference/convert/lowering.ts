/** The state of a conversion from TensorFlow.js: values, their layouts, and constants. */
import { OnnxGraph } from './onnx-graph.ts';
import type { AttributeValue, Dimension } from './onnx-schema.ts';
import { type Constant, elements, transpose } from './weights.ts';

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

export const isConstant = (operand: Operand): operand is Constant => 'data' in operand;

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
  if (elements(constant.shape) === 1) return { shape: [], data: constant.data };
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

  nchw(value: Value): Value {
    if (value.layout === 'nchw') return value;
    if (value.shape.length !== 4) throw new Error(`${value.name}: expected an image-like tensor`);
    const name = `${value.name}/nchw`;
    return this.emit('Transpose', [value.name], { perm: [0, 3, 1, 2] }, name, value.shape, 'nchw');
  }

  /** Both operands of an element-wise operation by ONNX name, in the same layout. */
  pair(
    first: Operand,
    second: Operand,
    name: string,
  ): { names: string[]; layout: Value['layout'] } {
    const values = [first, second].filter((operand): operand is Value => !isConstant(operand));
    const layout =
      values.some((value) => value.layout === 'nchw') &&
      values.every((value) => value.shape.length === 4)
        ? 'nchw'
        : 'plain';
    const names = [first, second].map((operand, index) => {
      if (!isConstant(operand))
        return layout === 'nchw' ? this.nchw(operand).name : this.plain(operand).name;
      const constant = layout === 'nchw' ? channelsFirst(operand) : operand;
      return this.floats(`${name}/constant_${index}`, constant);
    });
    return { names, layout };
  }
}

/** The shape of an element-wise result. The batch axis only matches itself or 1. */
export function broadcast(first: readonly number[], second: readonly number[]): number[] {
  const rank = Math.max(first.length, second.length);
  const at = (shape: readonly number[], axis: number) => shape[axis - rank + shape.length] ?? 1;
  return Array.from({ length: rank }, (_, axis) => {
    const [one, other] = [at(first, axis), at(second, axis)];
    if (one === other || other === 1) return one;
    if (one === 1) return other;
    throw new Error(`shapes [${first}] and [${second}] do not fit together`);
  });
}
