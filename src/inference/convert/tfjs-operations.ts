/** The other TensorFlow.js operations our models use, each as ONNX operations. */
import {
  BATCH,
  broadcast,
  isConstant,
  type Lowering,
  type Operand,
  type Value,
} from './lowering.ts';
import { activation, convolution, padding, pooling } from './tfjs-convolutions.ts';
import type { TfjsNode } from './tfjs-graph.ts';
import { elements } from './weights.ts';

type Lower = (node: TfjsNode, inputs: readonly Operand[], to: Lowering) => Operand;

const numbers = (operand: Operand | undefined, node: TfjsNode): number[] => {
  if (operand === undefined || !isConstant(operand))
    throw new Error(`${node.name}: an argument computed at run time is not supported`);
  return [...operand.data];
};

/** Element-wise with two inputs. */
const binary =
  (opType: string): Lower =>
  (node, [first, second], to) => {
    const { names, layout } = to.pair(first!, second!, node.name);
    return to.emit(opType, names, {}, node.name, broadcast(first!.shape, second!.shape), layout);
  };

/** Element-wise with one input. */
const unary =
  (opType: string): Lower =>
  (node, [input], to) => {
    const value = input as Value;
    return to.emit(opType, [value.name], {}, node.name, value.shape, value.layout);
  };

/** Joins Relu, Minimum and Maximum with constants into a Clip, which ONNX Runtime fuses. */
const limit =
  (opType: 'Relu' | 'Min' | 'Max'): Lower =>
  (node, inputs, to) => {
    const [first, second] = inputs;
    const input = first as Value;
    const bound =
      opType === 'Relu' ? 0 : second !== undefined && isConstant(second) ? second : null;
    if (bound === null || (bound !== 0 && elements(bound.shape) !== 1))
      return binary(opType)(node, inputs, to);
    const value = bound === 0 ? 0 : bound.data[0]!;
    const { source, least, most } = input.range ?? {
      source: input,
      least: Number.NEGATIVE_INFINITY,
      most: Number.POSITIVE_INFINITY,
    };
    const range =
      opType === 'Min'
        ? { source, least: Math.min(least, value), most: Math.min(most, value) }
        : { source, least: Math.max(least, value), most: Math.max(most, value) };
    if (range.least === least && range.most === most) return input;
    const { shape, layout } = source;
    if (range.least === 0 && range.most === Number.POSITIVE_INFINITY)
      return { ...to.emit('Relu', [source.name], {}, node.name, shape, layout), range };
    const bounds = [range.least, range.most].map((edge) =>
      Number.isFinite(edge) ? to.graph.floats(`${node.name}/limit`, [], [edge]) : '',
    );
    const clipped = to.emit('Clip', [source.name, ...bounds], {}, node.name, shape, layout);
    return { ...clipped, range };
  };

const reshape: Lower = (node, [input, target], to) => {
  const value = to.plain(input as Value);
  const wanted = numbers(target, node);
  const each = elements(value.shape.slice(1));
  const known = elements(wanted.slice(1).filter((length) => length !== -1));
  const shape = [
    BATCH,
    ...wanted.slice(1).map((length) => (length === -1 ? each / known : length)),
  ];
  if (elements(shape.slice(1)) !== each)
    throw new Error(`${node.name}: a reshape across the batch axis is not supported`);
  const operands = [value.name, to.graph.integers(`${node.name}/shape`, shape)];
  return to.emit('Reshape', operands, {}, node.name, shape, 'plain');
};

/** Means over the image: [N, H, W, C] to [N, C]. */
const mean: Lower = (node, [input, list], to) => {
  const value = to.nchw(input as Value);
  const axes = numbers(list, node);
  if (axes.join() !== '1,2' || node.flag('keep_dims'))
    throw new Error(`${node.name}: only means over the image are supported`);
  const pooled = to.graph.node('GlobalAveragePool', [value.name], {}, `${node.name}/pool`);
  const shape = [value.shape[0]!, value.shape[3]!];
  return to.emit('Flatten', [pooled], { axis: 1 }, node.name, shape, 'plain');
};

/** The ONNX form of each TensorFlow.js operation. */
export const OPERATIONS: Readonly<Record<string, Lower>> = {
  _FusedConv2D: convolution,
  Conv2D: convolution,
  DepthwiseConv2dNative: convolution,
  MaxPool: pooling,
  Pad: padding,
  Identity: (_, [input]) => input!,
  Add: binary('Add'),
  AddV2: binary('Add'),
  Mul: binary('Mul'),
  Minimum: limit('Min'),
  Maximum: limit('Max'),
  Relu: limit('Relu'),
  Prelu: (node, [input, slopes], to) => activation('Prelu', input as Value, node, slopes, to),
  Sigmoid: unary('Sigmoid'),
  Mean: mean,
  Reshape: reshape,
};
