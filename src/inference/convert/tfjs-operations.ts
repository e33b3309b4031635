/** The other TensorFlow.js operations our models use, each as ONNX operations. */
import { BATCH, type Lowering, type Operand, type Value } from './lowering.ts';
import { activation, convolution, padding, pooling } from './tfjs-convolutions.ts';
import type { TfjsNode } from './tfjs-graph.ts';
import type { Constant } from './weights.ts';

type Lower = (node: TfjsNode, inputs: readonly Operand[], to: Lowering) => Operand;

/** Element-wise with two inputs, the first an image. */
const binary =
  (opType: string): Lower =>
  (node, inputs, to) => {
    const names = inputs.map((one, index) => to.operand(one, `${node.name}/constant_${index}`));
    return to.emit(opType, names, {}, node.name, inputs[0]!.shape, 'nchw');
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
  (node, [first, second], to) => {
    const input = first as Value;
    const value = opType === 'Relu' ? 0 : (second as Constant).data[0]!;
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
      to.graph.floats(`${node.name}/limit`, [], [edge]),
    );
    const clipped = to.emit('Clip', [source.name, ...bounds], {}, node.name, shape, layout);
    return { ...clipped, range };
  };

const reshape: Lower = (node, [input, target], to) => {
  const value = to.plain(input as Value);
  const shape = [BATCH, ...(target as Constant).data.slice(1)];
  const operands = [value.name, to.graph.integers(`${node.name}/shape`, shape)];
  return to.emit('Reshape', operands, {}, node.name, shape, 'plain');
};

/** Means over the image: [N, H, W, C] to [N, C]. */
const mean: Lower = (node, [input], to) => {
  const value = input as Value;
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
