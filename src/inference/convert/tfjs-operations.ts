/** The other TensorFlow.js operations our models use, each as ONNX operations. */
import {
  BATCH,
  broadcast,
  isConstant,
  type Lowering,
  nchwShape,
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

const activated =
  (name: string): Lower =>
  (node, [input, slopes], to) =>
    activation(name, input as Value, node, slopes, to);

/** Relu, Minimum and Maximum with a constant in a row become one Clip, which ONNX Runtime fuses. */
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

const squeeze: Lower = (node, [input], to) => {
  const value = to.plain(input as Value);
  const rank = value.shape.length;
  const listed = node.integers('squeeze_dims').map((axis) => (axis + rank) % rank);
  const axes =
    listed.length > 0
      ? listed
      : value.shape.flatMap((length, axis) => (length === 1 ? [axis] : []));
  const shape = value.shape.filter((_, axis) => !axes.includes(axis));
  const operands = [value.name, to.graph.integers(`${node.name}/axes`, axes)];
  return to.emit('Squeeze', operands, {}, node.name, shape, 'plain');
};

const reduce =
  (opType: 'ReduceMean' | 'ReduceSum' | 'ReduceMax'): Lower =>
  (node, [input, list], to) => {
    const value = input as Value;
    const rank = value.shape.length;
    const axes = numbers(list, node).map((axis) => (axis + rank) % rank);
    const keep = node.flag('keep_dims');
    const overImage = value.layout === 'nchw' && axes.length === 2 && !axes.includes(3);
    const shape = value.shape.flatMap((length, axis) =>
      axes.includes(axis) ? (keep ? [1] : []) : [length],
    );
    if (overImage && !axes.includes(0)) {
      const pooled =
        opType === 'ReduceMean'
          ? to.graph.node('GlobalAveragePool', [value.name], {}, `${node.name}/pool`)
          : reduced(opType, value.name, [2, 3], true, `${node.name}/pool`, to);
      if (keep) return { name: pooled, shape, layout: 'nchw' };
      return to.emit('Flatten', [pooled], { axis: 1 }, node.name, shape, 'plain');
    }
    const name = reduced(opType, to.plain(value).name, axes, keep, node.name, to);
    return { name, shape, layout: 'plain' };
  };

/** In this operator set the axes of a sum are an input, those of the others an attribute. */
const reduced = (
  opType: string,
  input: string,
  axes: number[],
  keep: boolean,
  name: string,
  to: Lowering,
): string => {
  const keepdims = keep ? 1 : 0;
  return opType === 'ReduceSum'
    ? to.graph.node(opType, [input, to.graph.integers(`${name}/axes`, axes)], { keepdims }, name)
    : to.graph.node(opType, [input], { axes, keepdims }, name);
};

const concatenate: Lower = (node, inputs, to) => {
  const values = inputs.slice(0, -1) as Value[];
  const rank = values[0]!.shape.length;
  const axis = (numbers(inputs.at(-1), node)[0]! + rank) % rank;
  const layout = values.every((value) => value.layout === 'nchw') ? 'nchw' : 'plain';
  const names = values.map((value) => (layout === 'nchw' ? value : to.plain(value)).name);
  const shape = values[0]!.shape.map((length, index) =>
    index === axis ? values.reduce((sum, value) => sum + value.shape[index]!, 0) : length,
  );
  const onnxAxis = layout === 'nchw' ? nchwShape([0, 1, 2, 3]).indexOf(axis) : axis;
  return to.emit('Concat', names, { axis: onnxAxis }, node.name, shape, layout);
};

const matrixProduct: Lower = (node, inputs, to) => {
  const [input, weights, bias, slopes] = inputs;
  const value = to.plain(input as Value);
  if (weights === undefined || !isConstant(weights) || value.shape.length !== 2)
    throw new Error(`${node.name}: only matrix × constant matrix is supported`);
  const transB = node.flag('transpose_b') ? 1 : 0;
  const operands = [value.name, to.floats(`${node.name}/weights`, weights)];
  const fused = node.texts('fused_ops');
  if (fused.includes('BiasAdd') && bias !== undefined && isConstant(bias))
    operands.push(to.floats(`${node.name}/bias`, bias));
  const shape = [value.shape[0]!, weights.shape[transB === 1 ? 0 : 1]!];
  const name = fused.length > 1 ? `${node.name}/product` : node.name;
  const product = to.emit('Gemm', operands, { transB }, name, shape, 'plain');
  const after = fused.find((entry) => entry !== 'BiasAdd');
  return after === undefined ? product : activation(after, product, node, slopes, to);
};

const resizeBilinear: Lower = (node, [input, target], to) => {
  const value = to.nchw(input as Value);
  const [height, width] = numbers(target, node) as [number, number];
  const scales = [1, 1, height / value.shape[1]!, width / value.shape[2]!];
  const mode = node.flag('align_corners')
    ? 'align_corners'
    : node.flag('half_pixel_centers')
      ? 'half_pixel'
      : 'asymmetric';
  const operands = [value.name, '', to.graph.floats(`${node.name}/scales`, [4], scales)];
  const shape = [value.shape[0]!, height, width, value.shape[3]!];
  const attributes = { mode: 'linear', coordinate_transformation_mode: mode };
  return to.emit('Resize', operands, attributes, node.name, shape, 'nchw');
};

const depthToSpace: Lower = (node, [input], to) => {
  const value = to.nchw(input as Value);
  const block = node.integer('block_size', 2);
  const [batch, height, width, depth] = value.shape as [number, number, number, number];
  const shape = [batch, height * block, width * block, depth / (block * block)];
  const attributes = { blocksize: block, mode: 'DCR' };
  return to.emit('DepthToSpace', [value.name], attributes, node.name, shape, 'nchw');
};

const softmax: Lower = (node, [input], to) => {
  const value = to.plain(input as Value);
  return to.emit('Softmax', [value.name], { axis: -1 }, node.name, value.shape, 'plain');
};

const square: Lower = (node, [input], to) => {
  const value = input as Value;
  return to.emit('Mul', [value.name, value.name], {}, node.name, value.shape, value.layout);
};

const rsqrt: Lower = (node, [input], to) => {
  const value = input as Value;
  const root = to.graph.node('Sqrt', [value.name], {}, `${node.name}/root`);
  return to.emit('Reciprocal', [root], {}, node.name, value.shape, value.layout);
};

/** TensorFlow.js computes half precision as float32, so a cast between them changes nothing. */
const cast: Lower = (node, [input]) => {
  const type = node.type('DstT');
  if (type !== 'DT_FLOAT' && type !== 'DT_HALF')
    throw new Error(`${node.name}: a cast to ${type} is not supported`);
  return input!;
};

/** How each TensorFlow.js operation is written in ONNX. */
export const OPERATIONS: Readonly<Record<string, Lower>> = {
  _FusedConv2D: convolution,
  Conv2D: convolution,
  DepthwiseConv2dNative: convolution,
  FusedDepthwiseConv2dNative: convolution,
  MaxPool: pooling,
  AvgPool: pooling,
  Pad: padding,
  Identity: (_, [input]) => input!,
  Cast: cast,
  Shape: (_, [input]) => ({
    shape: [input!.shape.length],
    data: Int32Array.from(input!.shape),
  }),
  Add: binary('Add'),
  AddV2: binary('Add'),
  BiasAdd: binary('Add'),
  Sub: binary('Sub'),
  Mul: binary('Mul'),
  RealDiv: binary('Div'),
  Minimum: limit('Min'),
  Maximum: limit('Max'),
  Relu: limit('Relu'),
  Relu6: activated('Relu6'),
  Prelu: activated('Prelu'),
  Elu: unary('Elu'),
  Abs: unary('Abs'),
  Sigmoid: unary('Sigmoid'),
  Tanh: unary('Tanh'),
  Exp: unary('Exp'),
  Sqrt: unary('Sqrt'),
  Square: square,
  Rsqrt: rsqrt,
  Softmax: softmax,
  Mean: reduce('ReduceMean'),
  Sum: reduce('ReduceSum'),
  Max: reduce('ReduceMax'),
  Reshape: reshape,
  Squeeze: squeeze,
  ConcatV2: concatenate,
  MatMul: matrixProduct,
  _FusedMatMul: matrixProduct,
  ResizeBilinear: resizeBilinear,
  DepthToSpace: depthToSpace,
};
